import { withClient } from './database.ts';

// The data of the measured app's users.

const PEOPLE = 500;
/** Conversations of each user. */
const THEIRS = 20;

/** Fills the app up to five hundred users with conversations. */
export function fillCrowd(appUrl: string): Promise<unknown> {
  return withClient(appUrl, (client) =>
    client.query(
      `WITH many AS (
         INSERT INTO users (id, email, password_hash, first_name, last_name, updated_at)
         SELECT gen_random_uuid(), 'one-of-many-' || n || '@example.com', '', 'One', 'Of Many', now()
           FROM generate_series(1, ${PEOPLE} - (SELECT count(*) FROM users)) n RETURNING id
       ), talks AS (
         INSERT INTO conversations (id, user_id, title, last_message, last_updated, searched_until)
         SELECT gen_random_uuid(), many.id, 'A talk ' || n, 'What was said in it', now() - n * interval '1 hour',
                now() - n * interval '1 hour'
           FROM many, generate_series(1, ${THEIRS}) n RETURNING id, user_id, last_updated
       )
       INSERT INTO messages (id, user_id, conversation_id, role, content, timestamp)
       SELECT gen_random_uuid(), talks.user_id, talks.id, 'user', 'What was said in it', talks.last_updated FROM talks`,
    ),
  );
}

/** BENCH_SCALE reduces the data to try a benchmark out; its results mean nothing. */
const SCALE = Number(process.env.BENCH_SCALE ?? 1);
const CONVERSATIONS = 10_000 * SCALE;
const MESSAGES_EACH = 10;
const WORDS_EACH = 110;
const VOCABULARY = 20_000;

const SYLLABLES = 'ba ce di fo gu ha ke li mo nu pa re si to vu wa ye zi jo qu'.split(' ');

/** The nth most frequent word. */
export function word(rank: number): string {
  let rest = rank;
  let text = '';
  do {
    text += SYLLABLES[rest % SYLLABLES.length];
    rest = Math.floor(rest / SYLLABLES.length);
  } while (rest > 0);
  return text;
}

/** Gives a user 100,000 indexed messages, with word frequencies like a natural language. */
export function fillMessages(appUrl: string, userId: string): Promise<void> {
  return withClient(appUrl, async (client) => {
    const words = Array.from({ length: VOCABULARY }, (_, index) => word(index + 1));
    await client.query(
      `WITH made AS (
         INSERT INTO conversations (id, user_id, title, last_message, last_updated, searched_until)
         SELECT gen_random_uuid(), $1, 'Conversation number ' || n,
                'What was said last in conversation ' || n || ', cut after some hundred characters of it',
                now() - n * interval '1 minute', now() - n * interval '1 minute'
           FROM generate_series(1, ${CONVERSATIONS}) n RETURNING id, last_updated
       )
       INSERT INTO messages (id, user_id, conversation_id, role, content, timestamp)
       SELECT gen_random_uuid(), $1, made.id, 'assistant', body.text, made.last_updated - m * interval '3 seconds'
         FROM made, generate_series(1, ${MESSAGES_EACH}) m, LATERAL (
           -- Each message its own: the reference keeps the subquery from being made once for all.
           SELECT string_agg(($2::text[])[floor(exp(random() * ln(${VOCABULARY})))::int], ' ') AS text
             FROM generate_series(1, ${WORDS_EACH} + 0 * m) WHERE made.id IS NOT NULL
         ) body`,
      [userId, words],
    );
    await client.query(
      `INSERT INTO message_search (message_id, user_id, conversation_id, at, bytes, words)
       SELECT id, user_id, conversation_id, timestamp, octet_length(content), to_tsvector('simple', content)
         FROM messages WHERE user_id = $1`,
      [userId],
    );
    await client.query('VACUUM ANALYZE conversations, messages, message_search');
  });
}

const ANSWER = `\n\n${'Some **words** that say `little`. '.repeat(12)}\n\n- one\n- two\n- three\n\n\`\`\`js\nconst x = 1;\n\`\`\`\n`;

/** Gives a user a conversation of 2,000 messages of realistic length; returns its id. */
export function fillConversation(appUrl: string, userId: string): Promise<string> {
  return withClient(appUrl, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `WITH conversation AS (
         INSERT INTO conversations (id, user_id, title, last_message)
         VALUES (gen_random_uuid(), $1, 'A long talk', 'What was said last') RETURNING id
       ), made AS (
         SELECT n, gen_random_uuid() AS id FROM generate_series(1, 2000) n
       ), stored AS (
         INSERT INTO messages (id, user_id, conversation_id, parent_id, role, content, timestamp)
         SELECT made.id, $1, conversation.id, before.id,
                (CASE WHEN made.n % 2 = 1 THEN 'user' ELSE 'assistant' END)::message_role,
                CASE WHEN made.n % 2 = 1 THEN 'Question number ' || made.n ELSE '## Answer ' || made.n || $2::text END,
                now() - (2000 - made.n) * interval '1 second'
           FROM made CROSS JOIN conversation LEFT JOIN made before ON before.n = made.n - 1
       )
       SELECT id FROM conversation`,
      [userId, ANSWER],
    );
    await client.query(
      `UPDATE conversations SET active_leaf_id =
         (SELECT id FROM messages WHERE conversation_id = $1 ORDER BY timestamp DESC LIMIT 1) WHERE id = $1`,
      [rows[0]?.id],
    );
    await client.query('ANALYZE');
    return rows[0]?.id ?? '';
  });
}

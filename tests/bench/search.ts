import { call } from './client.ts';
import { withClient } from './database.ts';
import { atMost, told, type Line } from './report.ts';
import type { PageTarget } from './pages.ts';
import { percentile } from './statistics.ts';

const CONVERSATIONS = 10_000;
const MESSAGES_EACH = 10;
const WORDS_EACH = 110;
const VOCABULARY = 20_000;

const SYLLABLES = 'ba ce di fo gu ha ke li mo nu pa re si to vu wa ye zi jo qu'.split(' ');

/** The nth most frequent word. */
function word(rank: number): string {
  let rest = rank;
  let text = '';
  do {
    text += SYLLABLES[rest % SYLLABLES.length];
    rest = Math.floor(rest / SYLLABLES.length);
  } while (rest > 0);
  return text;
}

/** Gives a user 100,000 messages, in which the words are as frequent as words are in a language, and indexes them. */
export function fillMessages(appUrl: string, userId: string): Promise<void> {
  return withClient(appUrl, async (client) => {
    const words = Array.from({ length: VOCABULARY }, (_, index) => word(index + 1));
    await client.query(
      `WITH made AS (
         INSERT INTO conversations (id, user_id, title, last_message, last_updated, searched_until)
         SELECT gen_random_uuid(), $1, 'Conversation number ' || n, 'What was said last', now() - n * interval '1 minute',
                now() - n * interval '1 minute'
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

/** What people type: frequent and rare words, beginnings of words, several words, phrases, what is nowhere. */
const QUERIES: Record<string, string> = {
  'the most frequent word': `${word(1)} `,
  'a frequent word': `${word(10)} `,
  'a word of every tenth message': `${word(100)} `,
  'a word of every hundredth message': `${word(1_100)} `,
  'a rare word': `${word(15_000)} `,
  'two letters': 'ba',
  'the beginning of a word': word(15_000).slice(0, 5),
  'two frequent words': `${word(2)} ${word(5)}`,
  'three words': `${word(3)} ${word(300)} ${word(2_000)}`,
  'a phrase of frequent words': `"${word(4)} ${word(6)}"`,
  'a word that is nowhere': 'nowhere',
};

const TURNS = 60;

/** Row 11: search in 100,000 messages of one user, snippets included. */
export async function measureSearch({ url, cookie }: PageTarget): Promise<Line[]> {
  const all: number[] = [];
  const each = new Map<string, number[]>(Object.keys(QUERIES).map((name) => [name, []]));
  for (let turn = 0; turn < TURNS; turn += 1) {
    for (const [name, query] of Object.entries(QUERIES)) {
      const address = `${url}?${new URLSearchParams({ q: query }).toString()}`;
      const start = performance.now();
      const reply = await call(address, { headers: { cookie } });
      const ms = performance.now() - start;
      const { messages } = JSON.parse(reply.text) as { messages: unknown[] };
      if (reply.status !== 200 || (messages.length === 0) !== query.startsWith('nowhere')) {
        throw new Error(`${address} answered ${reply.status} with ${messages.length} messages`);
      }
      // The first turns make the machine warm.
      if (turn < 10) continue;
      all.push(ms);
      each.get(name)?.push(ms);
    }
  }
  const figure = (what: string, app: number) => ({ row: 11, what, unit: 'ms', app });
  return [
    atMost(12, figure('search in 100,000 messages p50', percentile(all, 0.5))),
    atMost(40, figure('search in 100,000 messages p95', percentile(all, 0.95))),
    ...Array.from(each, ([name, times]) => told(figure(`  ${name} p50`, percentile(times, 0.5)))),
  ];
}

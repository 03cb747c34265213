import pg from 'pg';

/** A user of the app, and the app's database. */
export interface BarePerson {
  /** Of the app. */
  url: string;
  cookie: string;
  userId: string;
  database: string;
}

/** The beginning of a page of the list. */
interface Place {
  last_updated: string;
  id: string;
}

const PAGE = 50;
const FOUND = 20;
/** How many messages an opened conversation shows. */
const SHOWN = 24;
const LISTED = `user_id = $1 AND last_message <> '' AND deleted_at IS NULL AND archived_at IS NULL
  AND pinned_at IS NULL AND folder_id IS NULL AND left(title, 9) <> '[ChatGPT]'`;
const TEXT = `lower(title || E'\\n' || last_message)`;
const COLUMNS = 'id, title, last_message, last_updated';

/**
 * The least queries for what a person sees: one statement each, on one connection, on the app's tables and indexes. Each
 * returns the milliseconds that it took.
 */
export async function openQueries({ database, userId }: Pick<BarePerson, 'database' | 'userId'>) {
  const client = new pg.Client({ connectionString: database });
  await client.connect();

  async function timed(query: pg.QueryConfig): Promise<number> {
    const start = performance.now();
    await client.query(query);
    return performance.now() - start;
  }

  return {
    /** The beginnings of pages at this many depths, from the first page on. */
    async places(depths: number): Promise<Place[]> {
      const { rows } = await client.query<Place>(
        `SELECT last_updated::text, id FROM (
           SELECT last_updated, id, row_number() OVER (ORDER BY last_updated DESC, id DESC) AS n
             FROM conversations WHERE ${LISTED}) AS numbered
          WHERE n % ${PAGE} = 0 ORDER BY n LIMIT $2`,
        [userId, depths],
      );
      return rows;
    },

    list: (place: Place | undefined) =>
      timed({
        name: 'list',
        text: `SELECT ${COLUMNS} FROM conversations WHERE ${LISTED} AND (last_updated, id) < ($2, $3)
                ORDER BY last_updated DESC, id DESC LIMIT ${PAGE}`,
        values: [userId, place?.last_updated, place?.id],
      }),

    filter({ q, from, to }: { q?: string; from?: string; to?: string }): Promise<number> {
      const values: string[] = [userId];
      let condition = LISTED;
      if (q !== undefined) condition += ` AND ${TEXT} LIKE lower($${values.push(`%${q}%`)})`;
      for (const [operator, ms] of [
        ['>=', from],
        ['<=', to],
      ]) {
        if (ms === undefined) continue;
        const date = new Date(Number(ms)).toISOString();
        condition += ` AND last_updated ${operator} $${values.push(date)}`;
      }
      // Unprepared, because the best index depends on the values.
      return timed({
        text: `SELECT ${COLUMNS} FROM conversations WHERE ${condition}
                ORDER BY last_updated DESC, id DESC LIMIT ${PAGE}`,
        values,
      });
    },

    search: (query: string) =>
      timed({
        text: `WITH page AS MATERIALIZED (
                 SELECT message_id, conversation_id, at FROM message_search
                  WHERE user_id = $1 AND words @@ to_tsquery('simple', $2)
                  ORDER BY at DESC, message_id DESC LIMIT ${FOUND}
               )
               SELECT page.at, c.title, m.role, left(m.content, 4000) AS text
                 FROM page JOIN messages m ON m.id = page.message_id
                 JOIN conversations c ON c.id = page.conversation_id`,
        values: [userId, tsquery(query)],
      }),

    open: (conversationId: string) =>
      timed({
        name: 'open',
        text: `WITH RECURSIVE path AS (
                 SELECT m.id, m.parent_id, 1 AS n FROM messages m
                   JOIN conversations c ON c.active_leaf_id = m.id WHERE c.id = $2 AND c.user_id = $1
                 UNION ALL
                 SELECT m.id, m.parent_id, n + 1 FROM path JOIN messages m ON m.id = path.parent_id WHERE n < ${SHOWN}
               )
               SELECT m.id, m.role, m.content, m.timestamp FROM path JOIN messages m USING (id) ORDER BY n DESC`,
        values: [userId, conversationId],
      }),

    close: () => client.end(),
  };
}

/** The typed words; the last one is a prefix unless something follows it. */
function tsquery(typed: string): string {
  const words = typed.match(/\w+/g) ?? [];
  const isPhrase = typed.startsWith('"');
  const ends = isPhrase || typed.endsWith(' ');
  return words.join(isPhrase ? ' <-> ' : ' & ') + (ends ? '' : ':*');
}

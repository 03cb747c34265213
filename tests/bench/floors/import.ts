import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { randomUUID } from 'node:crypto';

import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

const TOGETHER = 500;

interface RawMessage {
  author?: { role?: string };
  content?: { parts?: unknown[] };
  create_time?: number | null;
}

interface RawConversation {
  title: string;
  create_time: number;
  update_time: number;
  mapping: Record<string, { parent: string | null; message: RawMessage | null }>;
}

/**
 * The least that imports an export: a list of conversations in a JSON file is split as it is read, each one parsed and
 * walked, and their rows copied into tables like the app's, five hundred conversations in a transaction. Nothing is
 * checked, chosen or shown. Returns the seconds it took.
 */
export async function importBare(file: string, database: string, userId: string): Promise<number> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  try {
    for (const table of ['conversations', 'messages']) {
      await client.query(`CREATE TABLE bare_${table} (LIKE ${table} INCLUDING ALL)`);
    }
    const start = performance.now();
    let waiting: Rows = { conversations: [], messages: [] };
    for await (const bytes of conversationsOf(file)) {
      addRows(waiting, userId, JSON.parse(bytes) as RawConversation);
      if (waiting.conversations.length < TOGETHER) continue;
      await write(client, waiting);
      waiting = { conversations: [], messages: [] };
    }
    await write(client, waiting);
    return (performance.now() - start) / 1_000;
  } finally {
    await client.query('DROP TABLE IF EXISTS bare_conversations, bare_messages');
    await client.end();
  }
}

interface Rows {
  conversations: string[];
  messages: string[];
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;

/** The text of each object in the list. */
async function* conversationsOf(file: string): AsyncGenerator<string> {
  let depth = 0;
  let inString = false;
  let escaped = false;
  let parts: Buffer[] = [];
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
    const bytes = chunk as Buffer;
    let from = depth > 0 ? 0 : -1;
    for (let at = 0; at < bytes.length; at += 1) {
      const byte = bytes[at];
      if (inString) {
        if (escaped) escaped = false;
        else if (byte === BACKSLASH) escaped = true;
        else if (byte === QUOTE) inString = false;
      } else if (byte === QUOTE) inString = true;
      else if (byte === OPEN) {
        if (depth === 0) from = at;
        depth += 1;
      } else if (byte === CLOSE) {
        depth -= 1;
        if (depth > 0) continue;
        parts.push(bytes.subarray(from, at + 1));
        yield Buffer.concat(parts).toString('utf8');
        parts = [];
        from = -1;
      }
    }
    if (from >= 0) parts.push(bytes.subarray(from));
  }
}

function addRows(rows: Rows, userId: string, raw: RawConversation): void {
  const id = randomUUID();
  const ids = new Map<string, string>();
  let lastText = '';
  for (const [key, { parent, message }] of Object.entries(raw.mapping)) {
    const text = message?.content?.parts?.filter((part) => typeof part === 'string').join('\n');
    if (!text) continue;
    const own = randomUUID();
    ids.set(key, own);
    lastText = text;
    const role = message?.author?.role === 'user' ? 'user' : 'assistant';
    const at = timeOf(message?.create_time ?? raw.create_time);
    const above = (parent !== null && ids.get(parent)) || '\\N';
    rows.messages.push(row([own, userId, id, above, role, escape(text), at]));
  }
  const updated = timeOf(raw.update_time);
  const title = escape(`[ChatGPT] ${raw.title}`);
  rows.conversations.push(row([id, userId, title, escape(lastText.slice(0, 100)), updated]));
}

const row = (cells: readonly string[]) => `${cells.join('\t')}\n`;
const timeOf = (seconds: number) => new Date(seconds * 1_000).toISOString();
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escape = (text: string) => text.replace(/[\\\t\n\r]/g, (sign) => ESCAPES[sign] ?? sign);

async function write(client: pg.Client, { conversations, messages }: Rows): Promise<void> {
  await client.query('BEGIN');
  await copy(
    client,
    'bare_conversations (id, user_id, title, last_message, last_updated)',
    conversations,
  );
  await copy(
    client,
    'bare_messages (id, user_id, conversation_id, parent_id, role, content, timestamp)',
    messages,
  );
  await client.query('COMMIT');
}

async function copy(client: pg.Client, target: string, rows: readonly string[]): Promise<void> {
  const stream = client.query(copyFrom(`COPY ${target} FROM STDIN`));
  const finished = once(stream, 'finish');
  stream.end(rows.join(''));
  await finished;
}

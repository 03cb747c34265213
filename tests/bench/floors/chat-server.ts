/**
 * The least that does a chat's work: looks up the session, stores the question, reads the history, relays the
 * provider's stream with parsing, and stores the answer. No framework, no accounts, no resuming, no ledger.
 */
import { createHash, randomUUID } from 'node:crypto';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';

import pg from 'pg';

const { DATABASE_URL, PORT, PROVIDER_URL = '' } = process.env;
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 12 });
// Closes idle connections before the provider does.
const agent = new http.Agent({ keepAlive: true, scheduling: 'lifo', timeout: 30_000 });
const MAX_HISTORY = 100;

interface Question {
  conversationId: string | null;
  content: string;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const question = JSON.parse(Buffer.concat(chunks).toString('utf8')) as Question;
  const secret = /session=(\w+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
  const { rows: sessions } = await pool.query<{ user_id: string }>(
    'SELECT s.user_id FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = $1',
    [createHash('sha256').update(secret).digest('hex')],
  );
  const userId = sessions[0]?.user_id;
  if (!userId) {
    response.writeHead(401).end();
    return;
  }
  const conversationId = question.conversationId ?? randomUUID();
  await store(conversationId, userId, 'user', question.content);
  const { rows: messages } = await pool.query<{ role: string; content: string }>(
    'SELECT role, content FROM messages WHERE conversation_id = $1 AND user_id = $2 ORDER BY at LIMIT $3',
    [conversationId, userId, MAX_HISTORY],
  );
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.write(`event: start\ndata: ${JSON.stringify({ conversationId })}\n\n`);
  const text = await relay(messages, response);
  await store(conversationId, userId, 'assistant', text);
  response.end('event: end\ndata: {"state":"done"}\n\n');
}

function store(conversationId: string, userId: string, role: string, content: string) {
  return pool.query(
    'INSERT INTO messages (id, conversation_id, user_id, role, content) VALUES ($1, $2, $3, $4, $5)',
    [randomUUID(), conversationId, userId, role, content],
  );
}

function relay(messages: unknown, response: ServerResponse): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = http.request(
      `${PROVIDER_URL}/chat/completions`,
      { method: 'POST', agent, headers: { 'content-type': 'application/json' } },
      (provider) => {
        provider.setEncoding('utf8');
        let rest = '';
        let text = '';
        provider.on('data', (part: string) => {
          rest += part;
          let from = 0;
          for (;;) {
            const end = rest.indexOf('\n\n', from);
            if (end === -1) break;
            if (rest.startsWith('data: {', from)) {
              const event = JSON.parse(rest.slice(from + 6, end)) as {
                choices: { delta: { content?: string } }[];
              };
              const content = event.choices[0]?.delta.content;
              if (content) {
                text += content;
                response.write(`data: ${JSON.stringify(content)}\n\n`);
              }
            }
            from = end + 2;
          }
          rest = rest.slice(from);
        });
        provider.on('end', () => resolve(text));
        provider.on('error', reject);
      },
    );
    request.on('error', reject);
    request.end(JSON.stringify({ model: 'bench', stream: true, messages }));
  });
}

const server = http.createServer((request, response) => {
  if (request.method !== 'POST') {
    response.end('ready');
    return;
  }
  answer(request, response).catch((error: unknown) => {
    console.error(error);
    response.destroy();
  });
});
// The benchmark reuses its connections after pauses.
server.keepAliveTimeout = 60_000;
server.listen(Number(PORT), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));

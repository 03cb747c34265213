import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { fakeAi } from '../setup/fake-ai.ts';
import { spyOnStatements } from '../../harness/statements.ts';

const { createUser, signInCookie } = await import('../../factories/users.ts');
const { marker } = await import('../../fakes/openai.ts');
const answers = await import('~/features/chat/answers/routes/answers');
const { serveNode } = await import('~/http/node-mount.server');
const { newId } = await import('~/lib/ids.server');

const PATH = '/api/chat/messages';
const ORIGIN = 'http://localhost:3000';
const endpoint = answers.action.endpoints.find(({ path }) => path === PATH)!;

const server = createServer((request, response) =>
  serveNode(endpoint, Object.assign(request, { params: {} }), response),
);
let nodeOrigin: string;
let cookie: string;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  nodeOrigin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
beforeEach(async () => {
  cookie = await signInCookie(await createUser());
  fakeAi.reset();
});

const ways = {
  Node: (init: RequestInit) => fetch(nodeOrigin + PATH, init),
  Remix: (init: RequestInit) =>
    answers.action({ request: new Request(ORIGIN + PATH, init), context: {}, params: {} }),
};

function message(content: string): string {
  return JSON.stringify({ conversationId: null, content, clientKey: newId() });
}

describe.each(['Node', 'Remix'] as const)('a message sent through %s', (way) => {
  const send = (body: string, sent: HeadersInit = { cookie }) =>
    ways[way]({ method: 'POST', headers: sent, body });

  test('gets a stream that begins with what was stored and ends with the answer', async () => {
    const response = await send(message(`Hello ${marker({ text: 'Good morning' })}`));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store, no-transform');
    const events = (await response.text()).split('\n\n').filter((event) => event !== '');
    expect(events[0]).toMatch(/^event: start\ndata: \{"conversationId":"/);
    expect(events.at(-1)).toBe('event: end\ndata: {"state":"done","reason":null}');
    const chunks = events.slice(1, -1).map((event) => JSON.parse(event.slice(6)) as string);
    expect(chunks.join('')).toBe('Good morning');
  });

  test('is refused in JSON without a session or a text', async () => {
    expect((await send(message('Hello'), {})).status).toBe(401);
    const response = await send(message(' '));
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: 'Write a message first.' });
  });

  test('is refused if it is not a message', async () => {
    const response = await send('{"content":7}');
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: 'This message could not be read.' });
  });
});

test('in a chat without documents, a question runs one statement about them, and its answer one about citations', async () => {
  const send = async (conversationId: string | null) => {
    const content = `Hello ${marker({ text: 'Good morning' })}`;
    const body = JSON.stringify({ conversationId, content, clientKey: newId() });
    const response = await ways.Node({ method: 'POST', headers: { cookie }, body });
    return response.text();
  };
  const [, conversationId] = /"conversationId":"([^"]+)"/.exec(await send(null))!;
  const query = spyOnStatements();
  expect(await send(conversationId!)).toContain('"state":"done"');
  const texts = query.mock.calls.map(([asked]: unknown[]) =>
    typeof asked === 'string' ? asked : (asked as { text: string }).text,
  );
  query.mockRestore();
  expect(texts.filter((text) => /\bchat_documents\b/.test(text))).toHaveLength(1);
  expect(texts.filter((text) => /\bsaved_contents\b/.test(text))).toHaveLength(0);
  expect(texts.filter((text) => /\bcitations\b/.test(text))).toHaveLength(1);
});

test('Node refuses JSON that is invalid or too long', async () => {
  const send = (body: string) => ways.Node({ method: 'POST', headers: { cookie }, body });
  const broken = await send('{"content":');
  expect([broken.status, await broken.json()]).toEqual([
    400,
    { error: 'We couldn’t read this request. Try again.' },
  ]);
  const long = await send(message('a'.repeat(4_020_000)));
  expect([long.status, await long.json()]).toEqual([400, { error: 'This is too long to send.' }]);
});

import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, expect, it } from 'vitest';

import { openAiImages } from './openai.server';
import { openRouterImages } from './openrouter.server';

/** These providers give a request no id. */
const untracked = { known: () => Promise.resolve() };

let server: Server;
afterEach(() => server.close());

it.each([
  ['openai', 'environment', openAiImages],
  ['openrouter', 'environment', openRouterImages],
  ['openai', 'admin', openAiImages],
  ['openrouter', 'admin', openRouterImages],
] as const)(
  '%s of the %s gets each request on a new connection',
  async (_name, source, provider) => {
    let connections = 0;
    const headers: (string | undefined)[] = [];
    server = createServer((request, response) => {
      headers.push(request.headers.connection);
      request.resume().once('end', () => {
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify({ data: [{ b64_json: 'AAAA' }] }));
      });
    });
    server.on('connection', () => (connections += 1));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const images = provider({
      source,
      baseUrl: `http://127.0.0.1:${port}/v1`,
      apiKey: 'sk-test',
    });
    for (const key of ['1', '2']) {
      const signal = new AbortController().signal;
      const wanted = { key, model: 'm', prompt: 'A barn', width: 1024, height: 1024, signal };
      expect((await images.make(wanted, untracked)).bytes).toHaveLength(3);
    }
    expect([connections, ...headers]).toEqual([2, 'close', 'close']);
  },
);

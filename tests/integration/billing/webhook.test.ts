import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, onTestFinished, test } from 'vitest';

import * as route from '~/features/billing/webhooks/routes/stripe-webhook';
import { serveNode } from '~/http/node-mount.server';

const PATH = '/api/stripe/webhook';

/** The answers to this body, from Node and from Remix. */
async function answers(body: string) {
  const [endpoint] = route.action.endpoints;
  const server = createServer((request, response) =>
    serveNode(endpoint!, Object.assign(request, { params: {} }), response),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const sent = { method: 'POST', body };
  const request = new Request(`http://localhost:3000${PATH}`, sent);
  return Promise.all(
    [
      fetch(`http://127.0.0.1:${port}${PATH}`, sent),
      route.action({ request, context: {}, params: {} }),
    ].map(async (answer) => {
      const { status, headers } = await answer;
      return [status, headers.get('content-type'), await (await answer).text()];
    }),
  );
}

test('the webhook answers in plain text, even to a body that is too large', async () => {
  const type = 'text/plain; charset=utf-8';
  const off = [404, type, 'Payments aren’t set up on this server.'];
  expect(await answers('{}')).toEqual([off, off]);
  const large = [413, type, 'The event is too large.'];
  expect(await answers('x'.repeat(1_500_000))).toEqual([large, large]);
});

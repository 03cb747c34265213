import type { ServerResponse } from 'node:http';

import { failingParts } from './readiness.server';

interface ProbeAnswer {
  status: number;
  body: object;
}

const HEADERS = { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-store' };

/** GET /healthz: the process answers. It asks nothing else: a database that is away is no reason to restart the app. */
export function health(): Promise<ProbeAnswer> {
  return Promise.resolve({ status: 200, body: { status: 'ok' } });
}

/** GET /readyz: this process can serve; 503 names the parts that cannot, without the cause. */
export async function readiness(): Promise<ProbeAnswer> {
  const failing = await failingParts();
  return failing.length === 0
    ? { status: 200, body: { status: 'ready' } }
    : { status: 503, body: { status: 'unavailable', failing } };
}

/** Answers a probe without Remix, its session and its page. */
export function nodeProbe(probe: () => Promise<ProbeAnswer>) {
  return (_request: unknown, response: ServerResponse): void => {
    // It never rejects.
    void probe().then(({ status, body }) => {
      response.writeHead(status, HEADERS);
      response.end(JSON.stringify(body));
    });
  };
}

/** The same where only Remix runs. */
export async function webProbe(probe: () => Promise<ProbeAnswer>): Promise<Response> {
  const { status, body } = await probe();
  return new Response(JSON.stringify(body), { status, headers: HEADERS });
}

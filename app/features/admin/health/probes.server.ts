import { failingParts } from './readiness.server';

/** GET /healthz: the process answers. It asks nothing else: a database that is away is no reason to restart the app. */
export function health(): Response {
  return told(200, { status: 'ok' });
}

/** GET /readyz: this process can serve; 503 names the parts that cannot, without the cause. Never rejects. */
export async function readiness(): Promise<Response> {
  const failing = await failingParts();
  return failing.length === 0
    ? told(200, { status: 'ready' })
    : told(503, { status: 'unavailable', failing });
}

function told(status: number, body: object): Response {
  const headers = {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  };
  return new Response(JSON.stringify(body), { status, headers });
}

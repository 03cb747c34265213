import type { IncomingMessage, ServerResponse } from 'node:http';

import { pool } from '~/lib/db/index.server';
import { env } from '~/lib/env.server';
import { describeFailure, retryHeader } from '~/http/failure.server';
import { readMetrics, reportGauge } from '~/lib/metrics.server';
import { isSameSecret } from '~/lib/same-secret.server';

interface MetricsAnswer {
  status: number;
  headers: Record<string, string>;
  body: string;
}

const NOT_STORED = { 'Cache-Control': 'no-store' };
const TEXT = { ...NOT_STORED, 'Content-Type': 'text/plain; charset=utf-8' };

reportGauge('brandwright_database_connections', () => pool.totalCount);
reportGauge('brandwright_database_connections_idle', () => pool.idleCount);
reportGauge('brandwright_database_waiting', () => pool.waitingCount);

/** GET /metrics: for whoever has METRICS_TOKEN; without that setting there is no such page. */
async function metrics(authorization: string | null | undefined): Promise<MetricsAnswer> {
  const token = env().METRICS_TOKEN;
  if (token === undefined) return { status: 404, headers: TEXT, body: 'There is no such page.' };
  if (!isSameSecret(authorization ?? '', `Bearer ${token}`)) {
    const headers = { ...TEXT, 'WWW-Authenticate': 'Bearer' };
    return { status: 401, headers, body: 'This needs the token of METRICS_TOKEN.' };
  }
  try {
    const { type, text } = await readMetrics();
    return { status: 200, headers: { ...NOT_STORED, 'Content-Type': type }, body: text };
  } catch (err) {
    const { status, error, retryAfter } = describeFailure(err);
    return { status, headers: { ...TEXT, ...retryHeader({ retryAfter }) }, body: error };
  }
}

export function nodeMetrics(request: IncomingMessage, response: ServerResponse): void {
  // It never rejects.
  void metrics(request.headers.authorization).then(({ status, headers, body }) => {
    response.writeHead(status, headers);
    response.end(body);
  });
}

/** The same where only Remix runs. */
export async function webMetrics(request: Request): Promise<Response> {
  const { status, headers, body } = await metrics(request.headers.get('authorization'));
  return new Response(body, { status, headers });
}

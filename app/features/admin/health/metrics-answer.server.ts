import { pool } from '~/lib/db/index.server';
import { env } from '~/lib/env.server';
import { describeFailure, retryHeader } from '~/http/failure.server';
import { readMetrics, reportGauge } from '~/lib/metrics.server';
import { isSameSecret } from '~/lib/same-secret.server';

const NOT_STORED = { 'Cache-Control': 'no-store' };
const TEXT = { ...NOT_STORED, 'Content-Type': 'text/plain; charset=utf-8' };

reportGauge('brandwright_database_connections', () => pool.totalCount);
reportGauge('brandwright_database_connections_idle', () => pool.idleCount);
reportGauge('brandwright_database_waiting', () => pool.waitingCount);

/** GET /metrics: for whoever has METRICS_TOKEN; without that setting there is no such page. Never rejects. */
export async function metrics(authorization: string | null): Promise<Response> {
  const token = env().METRICS_TOKEN;
  if (token === undefined) {
    return new Response('There is no such page.', { status: 404, headers: TEXT });
  }
  if (!isSameSecret(authorization ?? '', `Bearer ${token}`)) {
    const headers = { ...TEXT, 'WWW-Authenticate': 'Bearer' };
    return new Response('This needs the token of METRICS_TOKEN.', { status: 401, headers });
  }
  try {
    const { type, text } = await readMetrics();
    return new Response(text, { headers: { ...NOT_STORED, 'Content-Type': type } });
  } catch (err) {
    const { status, error, retryAfter } = describeFailure(err);
    return new Response(error, { status, headers: { ...TEXT, ...retryHeader({ retryAfter }) } });
  }
}

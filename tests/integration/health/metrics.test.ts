import { beforeAll, expect, test, vi } from 'vitest';

import '../setup/fake-ai.ts';
import { PATIENT } from '../setup/until-answered.ts';

process.env.METRICS_TOKEN = 'a-token-for-these-tests';

const { createUser } = await import('../../factories/users.ts');
const { sendMessage } = await import('~/features/chat/answers/send-message.server');
const { metrics } = await import('~/features/admin/health/readiness.server');
const { countJob, countRequest, startMetrics } = await import('~/lib/metrics.server');
const { limit } = await import('~/http/rate-limit.server');
const { newId } = await import('~/lib/ids.server');

beforeAll(startMetrics);

async function lines(name: string): Promise<string[]> {
  const response = await metrics('Bearer a-token-for-these-tests');
  return (await response.text()).split('\n').filter((line) => line.startsWith(name));
}

test('an answer is counted by its final state, with its tokens', async () => {
  const user = await createUser();
  await sendMessage({ userId: user.id, conversationId: null, content: 'Hi', clientKey: newId() });
  await vi.waitFor(async () => {
    expect(await lines('brandwright_generations_total')).toEqual([
      'brandwright_generations_total{kind="chat",state="done"} 1',
    ]);
  }, PATIENT);
  const tokens = await lines('brandwright_tokens_total{kind="used"}');
  expect(Number(tokens[0]?.split(' ')[1])).toBeGreaterThan(0);
});

test('a refusal is counted by its limit, and a job by its outcome', async () => {
  for (let count = 0; count < 10; count += 1) await limit('sign-in-account', 'one');
  await expect(limit('sign-in-account', 'one')).rejects.toThrow();
  expect(await lines('brandwright_rate_limit_refusals_total')).toEqual([
    'brandwright_rate_limit_refusals_total{limit="sign-in-account"} 1',
  ]);
  countJob('tidy-conversations', 'failed');
  expect(await lines('brandwright_jobs_total')).toEqual([
    'brandwright_jobs_total{job="tidy-conversations",outcome="failed"} 1',
  ]);
});

test('unknown methods share one series', async () => {
  for (const method of ['PROPFIND', 'LOCK', 'GET']) {
    countRequest({ method, route: '/', status: 404, seconds: 0.01 });
  }
  const counted = await lines('brandwright_http_request_duration_seconds_count');
  expect(counted.map((line) => /method="(\w+)".* (\d+)$/.exec(line)?.slice(1))).toEqual([
    ['other', '2'],
    ['GET', '1'],
  ]);
});

import { readFileSync } from 'node:fs';

import { beforeAll, expect, test, vi } from 'vitest';

import '../setup/fake-ai.ts';
import { PATIENT } from '../setup/until-answered.ts';

process.env.METRICS_TOKEN = 'a-token-for-these-tests';

const { createUser } = await import('../../factories/users.ts');
const { sendMessage } = await import('~/features/chat/answers/send-message.server');
const { metrics } = await import('~/features/admin/health/readiness.server');
const { countJob, countRequest, startMetrics } = await import('~/lib/metrics.server');
const { recordBackup } = await import('~/lifecycle.server');
const { APP_VERSION } = await import('~/lib/app-version');
const { prisma } = await import('~/lib/db/index.server');
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

test('the version, the jobs that wait, and the last backup can be watched', async () => {
  expect(await lines('brandwright_info')).toEqual([`brandwright_info{version="${APP_VERSION}"} 1`]);
  const backup = 'brandwright_last_backup_timestamp_seconds';
  expect(await lines(backup), 'none was made yet').toEqual([]);
  expect(await lines('brandwright_jobs_waiting')).toEqual([
    expect.stringMatching(/^brandwright_jobs_waiting \d+$/),
    expect.stringMatching(/^brandwright_jobs_waiting_seconds [\d.]+$/),
  ]);
  const since = Date.now();
  await recordBackup({ bytes: 1_000, checked: true });
  const [line] = await lines(backup);
  expect(Number(line!.split(' ')[1]) * 1_000).toBeGreaterThanOrEqual(since);
  expect(await prisma.auditEntry.findFirst({ where: { action: 'backup' } })).toMatchObject({
    actorId: null,
    after: { bytes: 1_000, checked: true },
  });
});

test.each(['alerts.yml', 'grafana-dashboard.json'])(
  '%s asks for nothing that there isn’t',
  async (file) => {
    const asked = readFileSync(`monitoring/${file}`, 'utf8').match(
      /\b(?:brandwright|nodejs|process)_\w+/g,
    )!;
    const response = await metrics('Bearer a-token-for-these-tests');
    const known = [...(await response.text()).matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name);
    const names = new Set(asked.map((name) => name.replace(/_(?:bucket|count|sum)$/, '')));
    expect(names.size).toBeGreaterThan(10);
    expect([...names].filter((name) => !known.includes(name))).toEqual([]);
  },
);

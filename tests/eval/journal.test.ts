import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { type FakeOpenAi, startFakeOpenAi } from '../fakes/openai.ts';
import { estimateRun, evaluate } from './evaluation.ts';
import { journaled, MAX_FAILURES, readJournal, TooManyFailures } from './journal.ts';
import { modelsOf, OutOfBudget } from './models.ts';

let ai: FakeOpenAi;
let directory: string;
let file: string;

beforeEach(async () => {
  ai = await startFakeOpenAi();
  directory = await mkdtemp(join(tmpdir(), 'eval-'));
  file = join(directory, 'unfinished.jsonl');
});
afterEach(async () => {
  await ai.close();
  await rm(directory, { recursive: true });
});

const OPTIONS = { writer: 'fake/writer', judge: 'fake/judge', maxTokens: 10_000_000 };
/** The provider repeats what fails for a moment by itself. */
const REFUSED = { status: 401 };
const { calls } = estimateRun(1);

async function run(waits: number[] = [], options = OPTIONS) {
  const journal = await readJournal(file);
  const models = modelsOf(
    { source: 'environment', baseUrl: ai.url, apiKey: 'test' },
    options,
    journal.used,
  );
  const wait = (ms: number) => Promise.resolve(waits.push(ms));
  const evaluation = await evaluate(journaled(models, journal, { wait }), {
    ...{ tasks: 1, concurrency: 1, note: () => {} },
  });
  return { evaluation, used: models.used() };
}

test('a run that ended late is continued by the next one, which makes only the calls that are missing', async () => {
  const plenty = await run();
  expect(plenty.evaluation.leftOut).toEqual({ pairs: 0, matches: 0 });
  const whole = await readFile(file, 'utf8');
  const asked = ai.requests.length;

  // The process died while it wrote the last line.
  const lines = whole.trim().split('\n');
  expect(lines).toHaveLength(calls);
  await writeFile(file, `\n${lines.slice(0, -3).join('\n')}\n${lines.at(-3)!.slice(0, 40)}`);
  const rest = await run();
  expect((await readJournal(file)).lines.size).toBe(calls);
  expect(rest.evaluation.texts).toEqual(plenty.evaluation.texts);
  expect(rest.evaluation.leftOut).toEqual({ pairs: 0, matches: 0 });
  const again = ai.requests.length - asked;
  expect(again).toBeGreaterThanOrEqual(3);
  // A verdict that can't be read is asked for twice.
  expect(again).toBeLessThanOrEqual(6);
});

test('what an earlier run used counts, and a run that would use too much keeps what is done', async () => {
  const few = { ...OPTIONS, maxTokens: 12_000 };
  await expect(run([], few)).rejects.toThrow(OutOfBudget);
  const { lines, used } = await readJournal(file);
  expect(lines.size).toBeGreaterThan(0);
  expect(lines.size).toBeLessThan(calls);
  expect(used).toBeGreaterThan(0);
  const asked = ai.requests.length;
  await expect(run([], few)).rejects.toThrow(OutOfBudget);
  expect(ai.requests.length).toBe(asked);
  expect((await run()).used).toBeGreaterThan(used);
});

test('a failed call is repeated after a pause, and given up after the third time', async () => {
  ai.script(REFUSED, REFUSED);
  const waits: number[] = [];
  const { evaluation } = await run(waits);
  expect(evaluation.failures).toEqual([]);
  expect(waits).toHaveLength(2);

  await rm(file);
  ai.script(REFUSED, REFUSED, REFUSED);
  const failing = await run();
  expect(failing.evaluation.failures).toEqual([
    { name: 'text bakery first-visit grounded', reason: expect.stringMatching(/\w/) },
  ]);
  expect(failing.evaluation.leftOut).toEqual({ pairs: 2, matches: 1 });
  const complete = await run();
  expect(complete.evaluation.failures, 'the next run makes it').toEqual([]);
});

test('a server that fails every call ends the run soon, with what is done kept', async () => {
  await run();
  const lines = (await readFile(file, 'utf8')).trim().split('\n');
  await writeFile(file, lines.slice(0, 5).join('\n'));
  const asked = ai.requests.length;
  ai.behave({ complete: { status: 401 } });
  await expect(run()).rejects.toThrow(TooManyFailures);
  expect(ai.requests.length - asked).toBeLessThanOrEqual(3 * MAX_FAILURES);
  expect((await readJournal(file)).lines.size).toBe(5);
});

test('an answer to another prompt isn’t used', async () => {
  await run();
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replaceAll(/"prompt":"[^"]*"/g, '"prompt":"other"'));
  const asked = ai.requests.length;
  await run();
  expect(ai.requests.length - asked).toBeGreaterThanOrEqual(calls);
});

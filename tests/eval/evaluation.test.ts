import { expect, test } from 'vitest';

import { BRANDS } from './brands.ts';
import { CallFailed, estimateRun, evaluate, itemsOf, type Models } from './evaluation.ts';
import { blinded } from './prompts.ts';
import { reportOf } from './report.ts';
import { tally } from './statistics.ts';

const facts = {
  at: new Date('2026-11-26T10:00:00Z'),
  writer: 'w',
  judge: 'j',
  server: 'localhost',
  tasks: 2,
  usedTokens: 12,
};

/** A writer that only repeats which brand it was told about. */
const write: Models['write'] = (messages) => {
  const brand = BRANDS.find(({ name }) => messages[0]!.content.includes(`> ${name}`));
  return Promise.resolve(
    brand ? `${brand.name}: ${brand.components.solutionSuite!.pricing}` : 'Hi.',
  );
};

/** A judge that looks for the price of the profile. */
const knows: Models['judge'] = (messages, format) => {
  const [profile, text] = messages.map(({ content }) => content) as [string, string];
  const priceOf = (at: number) => BRANDS[at]!.components.solutionSuite!.pricing!;
  if (format.name === 'match') {
    const order = profile.split(/^# Business \d$/m).slice(1);
    const brand = BRANDS.findIndex((_, at) => text.includes(priceOf(at)));
    const business = order.findIndex((one) => brand !== -1 && one.includes(priceOf(brand))) + 1;
    return Promise.resolve(business === 0 ? null : JSON.stringify({ reason: 'Price.', business }));
  }
  const own = BRANDS.findIndex((_, at) => profile.includes(priceOf(at)));
  const [a = '', b = ''] = text.split('# Text B');
  const has = [a, b].map((part) => part.includes(priceOf(own)));
  const better = has[0] === has[1] ? 'tie' : has[0] ? 'A' : 'B';
  return Promise.resolve(JSON.stringify({ reason: 'Price.', better }));
};

const run = (models: Partial<Models>) =>
  evaluate({ write, judge: knows, ...models }, { tasks: 2, concurrency: 3, note: () => {} });

test('a judge that knows the profile prefers grounded texts and matches them', async () => {
  const evaluation = await run({});
  const pairs = itemsOf(2).length;
  for (const against of ['ungrounded', 'other'] as const) {
    const judged = evaluation.comparisons.filter((one) => one.against === against);
    expect(tally(judged)).toMatchObject({ pairs, wins: pairs, losses: 0, ties: 0 });
  }
  const hits = evaluation.matches.filter(({ hit }) => hit);
  expect(hits.map(({ written }) => written.condition)).toEqual(Array(pairs).fill('grounded'));
});

test('a judge that looks at the order finds nothing, and the report says so', async () => {
  const judge: Models['judge'] = () => Promise.resolve('{"reason":"","better":"A"}');
  const evaluation = await run({ judge });
  const report = reportOf(evaluation, facts);
  expect(report).toContain(
    '| Grounded against ungrounded | 6 | 0 | 0 | 6 | 6 | 0 | – | 0% to 100% |',
  );
  expect(report).toContain('100% preferred the first one');
});

test('the report has every prompt, text, and verdict, and no text can leave its fence', async () => {
  const evaluation = await run({ write: () => Promise.resolve('````\n# Not a heading') });
  const report = reportOf(evaluation, facts);
  expect(report).toMatch(/^# Evaluation of grounding, 2026-11-26/);
  expect(report.match(/<summary>Prompt/g)).toHaveLength(estimateRun(2).calls);
  expect(report).toContain('`````text\n````\n# Not a heading\n`````');
});

test('no brand’s name reaches the judge', async () => {
  const seen: string[] = [];
  await run({
    judge: (messages) => {
      seen.push(...messages.map(({ content }) => content));
      return Promise.resolve(null);
    },
  });
  expect(seen.length).toBeGreaterThan(0);
  for (const { names } of BRANDS) {
    for (const name of names)
      expect(seen.join('\n').toLowerCase()).not.toContain(name.toLowerCase());
  }
  expect(blinded('SECOND GEAR and #RyeShine', BRANDS)).toBe('[brand] and #[brand]');
});

test('no more calls run at a time than were allowed, and a failure ends the run', async () => {
  let running = 0;
  let most = 0;
  await run({
    write: async (messages, name) => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      return write(messages, name);
    },
  });
  expect(most).toBe(3);

  let calls = 0;
  const failing = run({
    write: () => {
      calls += 1;
      return Promise.reject(new Error('no more'));
    },
  });
  await expect(failing).rejects.toThrow('no more');
  expect(calls).toBeLessThanOrEqual(3);
});

test('a call that failed leaves out what depends on it, and the report counts that', async () => {
  const evaluation = await run({
    write: (messages, name) =>
      name === 'text bakery first-visit grounded'
        ? Promise.reject(new CallFailed('too slow'))
        : write(messages, name),
    judge: (messages, format, name) =>
      name === 'pair tax first-visit other last'
        ? Promise.reject(new CallFailed('busy'))
        : knows(messages, format, name),
  });
  const pairs = itemsOf(2).length;
  expect(evaluation.leftOut).toEqual({ pairs: 3, matches: 1 });
  expect(evaluation.comparisons).toHaveLength(2 * pairs - 3);
  expect(tally(evaluation.comparisons)).toMatchObject({ wins: 2 * pairs - 3, losses: 0, ties: 0 });
  const report = reportOf(evaluation, facts);
  expect(report).toContain(
    '- Failed calls: 2; left out for that: 3 of the pairs, 1 of the matches',
  );
  expect(report).toContain('text bakery first-visit grounded: too slow');
});

/**
 * Measures whether grounding helps, with a writer and a judge of your provider: `npm run eval -- --out DIR --judge MODEL`.
 * What it costs is said before it begins.
 */
import '../../prisma/seed/raw-texts.ts';

import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';

import type { EvalOptions } from './options.ts';

// What reads templates can be loaded only once they can.
const { chatAccess, chatModels } = await import('~/settings/providers.server');
const { OptionError, readOptions, USAGE } = await import('./options.ts');
const { estimateRun, evaluate } = await import('./evaluation.ts');
const { journaled, readJournal, TooManyFailures } = await import('./journal.ts');
const { modelsOf, OutOfBudget } = await import('./models.ts');
const { reportOf } = await import('./report.ts');

const number = new Intl.NumberFormat('en-US');

try {
  await main();
} catch (error) {
  const isForOperator = [OptionError, OutOfBudget, TooManyFailures].some(
    (one) => error instanceof one,
  );
  if (!(error instanceof Error) || !isForOperator) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const access = chatAccess();
  if (!access) {
    throw new OptionError(
      'There is no AI provider, and the demo’s samples show nothing: set OPENAI_API_KEY, or OPENAI_BASE_URL for a local server.',
    );
  }
  if (process.argv.length <= 2) throw new OptionError(USAGE);
  const options = readOptions(process.argv.slice(2), chatModels().model);
  const { host } = new URL(access.baseUrl);
  const journal = await readJournal(journalFile(options, access.baseUrl));
  await confirm(options, host, journal.lines.size);

  await mkdir(options.out, { recursive: true });
  const models = modelsOf(access, options, journal.used);
  const at = journal.began ?? new Date();
  const evaluation = await evaluate(journaled(models, journal), {
    ...options,
    note: (text) => console.log(text),
  });
  const report = reportOf(evaluation, {
    ...{ at, server: host, usedTokens: models.used() },
    ...{ writer: options.writer, judge: options.judge, tasks: options.tasks },
  });
  const file = join(
    options.out,
    `grounding-${at.toISOString().slice(0, 19).replaceAll(':', '')}.md`,
  );
  await writeFile(file, report);
  const failed = evaluation.failures.length;
  // The report has all that the journal has.
  if (failed === 0) await rm(journal.file, { force: true });
  else console.log(`${failed} calls failed. Run the same again to make only these.`);
  console.log(`${number.format(models.used())} tokens used. The report is ${file}`);
}

/** What is done of a run that ended early, by what its answers depend on. */
function journalFile({ out, writer, judge }: EvalOptions, baseUrl: string): string {
  const run = createHash('sha256')
    .update(JSON.stringify([baseUrl, writer, judge]))
    .digest('hex');
  return join(out, `unfinished-${run.slice(0, 12)}.jsonl`);
}

/** Says what the run costs, and asks whether to begin. @throws OptionError for a no */
async function confirm(options: EvalOptions, host: string, done: number): Promise<void> {
  const { writer, judge, tasks, concurrency, maxTokens, yes } = options;
  const { calls, tokens } = estimateRun(tasks);
  console.log(
    [
      `Writer ${writer}, judge ${judge}, at ${host}.`,
      `${number.format(calls)} calls, ${concurrency} at a time, about ${number.format(tokens)} tokens, ${number.format(maxTokens)} at most.`,
      ...(done > 0
        ? [
            `An earlier run with these models ended early: its ${number.format(done)} answers are used.`,
          ]
        : []),
    ].join('\n'),
  );
  if (tokens > maxTokens) {
    throw new OptionError('That is more than it may use: raise --max-tokens or lower --tasks.');
  }
  if (yes) return;
  if (!process.stdin.isTTY) throw new OptionError('Add --yes to begin without being asked.');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question('Begin? [y/N] ');
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new OptionError('Nothing was sent.');
}

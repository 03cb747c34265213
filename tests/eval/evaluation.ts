import type { StructuredFormat } from '~/engine/generation/structured/structured-format.server';
import type { ChatMessage } from '~/gateways/ai/chat';
import { readPartialJson } from '~/lib/text/partial-json';
import { estimateTokens } from '~/lib/tokens/estimate';

import { BRANDS, type EvalBrand } from './brands.ts';
import {
  blinded,
  comparePrompt,
  matchFormat,
  matchPrompt,
  verdictFormat,
  writingPrompt,
} from './prompts.ts';
import type { Answer, Judged } from './statistics.ts';
import { type EvalTask, TASKS } from './tasks.ts';

/** The two models of a run. Each call is bounded by whatever provides it. */
export interface Models {
  write(messages: ChatMessage[]): Promise<string>;
  /** Null when no answer of the form came. */
  judge(messages: ChatMessage[], format: StructuredFormat): Promise<string | null>;
}

export type Condition = 'grounded' | 'ungrounded' | 'other';

/** One text, with the prompt that it was written from. */
export interface Written {
  brand: EvalBrand;
  task: EvalTask;
  condition: Condition;
  prompt: ChatMessage[];
  text: string;
}

export interface Verdict {
  prompt: ChatMessage[];
  /** As the judge wrote it. */
  raw: string | null;
}

export interface Comparison extends Judged {
  brand: EvalBrand;
  task: EvalTask;
  against: Exclude<Condition, 'grounded'>;
  verdicts: readonly [Verdict, Verdict];
}

export interface Match {
  written: Written;
  verdict: Verdict;
  /** Null when it couldn't be read. */
  hit: boolean | null;
}

export interface Evaluation {
  texts: Written[];
  comparisons: Comparison[];
  matches: Match[];
}

export interface Items {
  brand: EvalBrand;
  /** Whose profile the text of condition `other` is written from. */
  other: EvalBrand;
  task: EvalTask;
}

export function itemsOf(tasks: number): Items[] {
  return TASKS.slice(0, tasks).flatMap((task) =>
    BRANDS.map((brand, at) => ({ brand, other: BRANDS[(at + 1) % BRANDS.length]!, task })),
  );
}

const CONDITIONS: readonly Condition[] = ['grounded', 'ungrounded', 'other'];
/** What a text and a verdict take at most, and usually. */
export const ANSWER_TOKENS = { text: 1_200, verdict: 300 };
const USUAL_TOKENS = { text: 350, verdict: 80 };

/** How many calls a run makes, and about how many tokens it uses. */
export function estimateRun(tasks: number): { calls: number; tokens: number } {
  const items = itemsOf(tasks);
  const sample = 'x'.repeat(4 * USUAL_TOKENS.text);
  const cost = (messages: ChatMessage[], answer: number) =>
    messages.reduce((sum, { content }) => sum + estimateTokens(content), answer);
  const tokens = items.map(
    ({ brand, other, task }) =>
      [brand, null, other].reduce(
        (sum, profile) => sum + cost(writingPrompt(task, profile), USUAL_TOKENS.text),
        0,
      ) +
      4 * cost(comparePrompt(brand, sample, sample), USUAL_TOKENS.verdict) +
      2 * cost(matchPrompt(BRANDS, sample), USUAL_TOKENS.verdict),
  );
  return { calls: items.length * 9, tokens: tokens.reduce((sum, one) => sum + one, 0) };
}

/** Writes all texts, then has them compared and matched. At most `concurrency` calls run at a time. */
export async function evaluate(
  models: Models,
  {
    tasks,
    concurrency,
    note,
  }: { tasks: number; concurrency: number; note: (text: string) => void },
): Promise<Evaluation> {
  const items = itemsOf(tasks);
  note(`Writing ${items.length * CONDITIONS.length} texts…`);
  const wanted = items.flatMap((item) => CONDITIONS.map((condition) => ({ item, condition })));
  const texts = await inTurn(wanted, concurrency, async ({ item, condition }) => {
    const { brand, other, task } = item;
    const profile = { grounded: brand, ungrounded: null, other }[condition];
    const prompt = writingPrompt(task, profile);
    return { brand, task, condition, prompt, text: await models.write(prompt) };
  });

  note(`Comparing ${items.length * 2} pairs, each in both orders…`);
  const textOf = (brand: EvalBrand, task: EvalTask, condition: Condition) =>
    texts.find((one) => one.brand === brand && one.task === task && one.condition === condition)!
      .text;
  const pairs = items.flatMap(({ brand, task }) =>
    (['ungrounded', 'other'] as const).map((against) => ({ brand, task, against })),
  );
  const comparisons = await inTurn(pairs, concurrency, async ({ brand, task, against }) => {
    const one = blinded(textOf(brand, task, 'grounded'), BRANDS);
    const other = blinded(textOf(brand, task, against), BRANDS);
    const verdicts = [
      await verdictOn(models, comparePrompt(brand, one, other)),
      await verdictOn(models, comparePrompt(brand, other, one)),
    ] as const;
    return {
      ...{ brand, task, against, verdicts },
      answers: [answerOf(verdicts[0].raw), answerOf(verdicts[1].raw)] as const,
      lengths: [one.length, other.length] as const,
    };
  });

  const matched = texts.filter(({ condition }) => condition !== 'other');
  note(`Matching ${matched.length} texts to brands…`);
  const matches = await inTurn(matched, concurrency, (written, at) => matchOf(models, written, at));
  return { texts, comparisons, matches };
}

async function verdictOn(models: Models, prompt: ChatMessage[]): Promise<Verdict> {
  return { prompt, raw: await models.judge(prompt, verdictFormat) };
}

function answerOf(raw: string | null): Answer | null {
  const better = raw === null ? null : readPartialJson(raw).value?.better;
  return better === 'A' || better === 'B' || better === 'tie' ? better : null;
}

/** The brands stand in another order for each text, so that no place is the right one more often. */
async function matchOf(models: Models, written: Written, turn: number): Promise<Match> {
  const brands = BRANDS.map((_, at) => BRANDS[(at + turn) % BRANDS.length]!);
  const prompt = matchPrompt(brands, blinded(written.text, BRANDS));
  const raw = await models.judge(prompt, matchFormat(brands.length));
  const business = raw === null ? null : readPartialJson(raw).value?.business;
  const chosen = typeof business === 'number' ? brands[business - 1] : undefined;
  return { written, verdict: { prompt, raw }, hit: chosen ? chosen === written.brand : null };
}

/** The results in the order of the items. The first failure ends all. */
async function inTurn<T, R>(
  items: readonly T[],
  concurrency: number,
  work: (item: T, at: number) => Promise<R>,
): Promise<R[]> {
  const results = new Array<R>(items.length);
  let next = 0;
  let failed = false;
  const worker = async () => {
    while (next < items.length && !failed) {
      const at = next;
      next += 1;
      try {
        results[at] = await work(items[at]!, at);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  return results;
}

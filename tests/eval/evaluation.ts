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

/** The two models of a run. Each call is bounded by whatever provides it, and has a name that no other has. */
export interface Models {
  /** @throws CallFailed */
  write(messages: ChatMessage[], name: string): Promise<string>;
  /** Null when no answer of the form came. @throws CallFailed */
  judge(messages: ChatMessage[], format: StructuredFormat, name: string): Promise<string | null>;
}

/** A call that failed, also when it was repeated. The run goes on without it; any other error ends the run. */
export class CallFailed extends Error {}

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
  /** Pairs and matches that are left out because a call for them, or writing one of their texts, failed. */
  leftOut: { pairs: number; matches: number };
  failures: { name: string; reason: string }[];
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
  const failures: Evaluation['failures'] = [];
  /** Null for a call that failed. */
  const attempt = async <T>(name: string, call: () => Promise<T>) => {
    try {
      return { value: await call() };
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      failures.push({ name, reason: error.message });
      return null;
    }
  };
  const verdictOn = async (name: string, prompt: ChatMessage[], format: StructuredFormat) => {
    const answer = await attempt(name, () => models.judge(prompt, format, name));
    return answer && { prompt, raw: answer.value };
  };

  note(`Writing ${items.length * CONDITIONS.length} texts…`);
  const wanted = items.flatMap((item) => CONDITIONS.map((condition) => ({ item, condition })));
  const written = await inTurn(wanted, concurrency, async ({ item, condition }) => {
    const { brand, other, task } = item;
    const profile = { grounded: brand, ungrounded: null, other }[condition];
    const prompt = writingPrompt(task, profile);
    const name = `text ${brand.id} ${task.id} ${condition}`;
    const text = await attempt(name, () => models.write(prompt, name));
    return text && { brand, task, condition, prompt, text: text.value };
  });
  const texts = written.filter((one) => one !== null);

  note(`Comparing ${items.length * 2} pairs, each in both orders…`);
  const textOf = (brand: EvalBrand, task: EvalTask, condition: Condition) =>
    texts.find((one) => one.brand === brand && one.task === task && one.condition === condition)
      ?.text;
  const pairs = items.flatMap(({ brand, task }) =>
    (['ungrounded', 'other'] as const).map((against) => ({ brand, task, against })),
  );
  const compared = await inTurn(pairs, concurrency, async ({ brand, task, against }) => {
    const [grounded, rival] = [textOf(brand, task, 'grounded'), textOf(brand, task, against)];
    if (grounded === undefined || rival === undefined) return null;
    const one = blinded(grounded, BRANDS);
    const other = blinded(rival, BRANDS);
    const name = `pair ${brand.id} ${task.id} ${against}`;
    const first = await verdictOn(`${name} first`, comparePrompt(brand, one, other), verdictFormat);
    const last = await verdictOn(`${name} last`, comparePrompt(brand, other, one), verdictFormat);
    if (!first || !last) return null;
    return {
      ...{ brand, task, against, verdicts: [first, last] as const },
      answers: [answerOf(first.raw), answerOf(last.raw)] as const,
      lengths: [one.length, other.length] as const,
    };
  });
  const comparisons = compared.filter((one) => one !== null);

  const toMatch = wanted.filter(({ condition }) => condition !== 'other');
  note(`Matching ${toMatch.length} texts to brands…`);
  const matched = await inTurn(toMatch, concurrency, async ({ item, condition }, turn) => {
    const { brand, task } = item;
    const one = texts.find(
      (text) => text.brand === brand && text.task === task && text.condition === condition,
    );
    if (!one) return null;
    // The brands stand in another order for each text, so that no place is the right one more often.
    const brands = BRANDS.map((_, at) => BRANDS[(at + turn) % BRANDS.length]!);
    const verdict = await verdictOn(
      `match ${brand.id} ${task.id} ${condition}`,
      matchPrompt(brands, blinded(one.text, BRANDS)),
      matchFormat(brands.length),
    );
    return verdict && { written: one, verdict, hit: isHit(one, brands, verdict.raw) };
  });
  const matches = matched.filter((one) => one !== null);
  const leftOut = {
    pairs: pairs.length - comparisons.length,
    matches: toMatch.length - matches.length,
  };
  return { texts, comparisons, matches, leftOut, failures };
}

function answerOf(raw: string | null): Answer | null {
  const better = raw === null ? null : readPartialJson(raw).value?.better;
  return better === 'A' || better === 'B' || better === 'tie' ? better : null;
}

/** Null when the verdict couldn't be read. */
function isHit(
  { brand }: Written,
  brands: readonly EvalBrand[],
  raw: string | null,
): boolean | null {
  const business = raw === null ? null : readPartialJson(raw).value?.business;
  const chosen = typeof business === 'number' ? brands[business - 1] : undefined;
  return chosen ? chosen === brand : null;
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

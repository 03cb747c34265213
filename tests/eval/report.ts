import type { ChatMessage } from '~/gateways/ai/chat';

import type { Comparison, Evaluation, Match } from './evaluation.ts';
import {
  firstPlaceShare,
  hasSimilarLengths,
  type Interval,
  type Judged,
  outcomeOf,
  type Tally,
  tally,
  wilson,
} from './statistics.ts';

export interface ReportFacts {
  at: Date;
  writer: string;
  judge: string;
  server: string;
  tasks: number;
  usedTokens: number;
}

/** The report in Markdown: the figures, what they can't say, then every prompt, text, and verdict. */
export function reportOf(evaluation: Evaluation, facts: ReportFacts): string {
  const { comparisons, matches, texts, leftOut, failures } = evaluation;
  const against = (condition: Comparison['against']) =>
    comparisons.filter((one) => one.against === condition);
  return [
    `# Evaluation of grounding, ${facts.at.toISOString().slice(0, 10)}`,
    [
      `- Writer: \`${facts.writer}\``,
      `- Judge: \`${facts.judge}\`${facts.judge === facts.writer ? ' (the writer itself: models prefer their own texts)' : ''}`,
      `- Server: ${facts.server}`,
      `- Began: ${facts.at.toISOString()}, ${facts.tasks} tasks for each of 3 fictional brands, ${facts.usedTokens} tokens used`,
      `- Failed calls: ${failures.length}; left out for that: ${leftOut.pairs} of the pairs, ${leftOut.matches} of the matches`,
    ].join('\n'),
    '## Pairs',
    'The judge saw the profile, without its name, and both texts, in both orders. A pair counts as won or lost only if both orders agree; otherwise it is a tie. The preference is the share of wins among wins and losses, with Wilson’s 95% interval.',
    pairTable([
      ['Grounded against ungrounded', against('ungrounded')],
      ['… of similar lengths only', against('ungrounded').filter(similar)],
      ['Grounded against another brand’s profile', against('other')],
      ['… of similar lengths only', against('other').filter(similar)],
    ]),
    firstPlaceText(comparisons),
    '## Blind matching',
    'The judge chose, among three profiles without names, the one that a text was written for. Chance is 33%.',
    matchTable(matches),
    '## What this can’t say',
    [
      '- A model’s preference isn’t a reader’s. No person has judged these texts.',
      '- Three fictional brands and a few briefs in English are a small sample; an interval that holds 50% (33% for matching) shows no difference.',
      '- The texts of one brief are not independent of each other, so the intervals are somewhat too narrow.',
      '- The judge sees the same profile that grounds the text. It can reward mere repetition of its words.',
    ].join('\n'),
    ...(failures.length === 0
      ? []
      : [
          '## Failed calls',
          fenced(failures.map(({ name, reason }) => `${name}: ${reason}`).join('\n')),
        ]),
    '## Texts and their prompts',
    ...texts.flatMap(({ brand, task, condition, prompt, text }) => [
      `### ${brand.name}, ${task.id}, ${condition}`,
      promptText(prompt),
      'Text:',
      fenced(text),
    ]),
    '## Verdicts',
    ...comparisons.flatMap(({ brand, task, against, verdicts, answers }) => [
      `### ${brand.name}, ${task.id}, grounded against ${against}: ${outcomeOf(answers) ?? 'unread'}`,
      ...verdicts.flatMap(({ prompt, raw }, at) => [
        at === 0 ? 'Grounded as A:' : 'Grounded as B:',
        promptText(prompt),
        'Verdict:',
        fenced(raw ?? '(none that could be read)'),
      ]),
    ]),
    '## Matches',
    ...matches.flatMap(({ written: { brand, task, condition }, verdict, hit }) => [
      `### ${brand.name}, ${task.id}, ${condition}: ${hit === null ? 'unread' : hit ? 'right' : 'wrong'}`,
      promptText(verdict.prompt),
      'Verdict:',
      fenced(verdict.raw ?? '(none that could be read)'),
    ]),
    '',
  ].join('\n\n');
}

const similar = ({ lengths }: Judged) => hasSimilarLengths(lengths);

function pairTable(rows: readonly (readonly [string, readonly Judged[]])[]): string {
  return [
    '| Pairs | Number | Wins | Losses | Ties | of these by order | Unread | Preference | 95% interval |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows.map(([name, judged]) => pairRow(name, tally(judged))),
  ].join('\n');
}

function pairRow(name: string, row: Tally): string {
  const { pairs, wins, losses, ties, orderDecided, unread, preference, interval } = row;
  const share = wins + losses === 0 ? '–' : percent(preference);
  return `| ${name} | ${pairs} | ${wins} | ${losses} | ${ties} | ${orderDecided} | ${unread} | ${share} | ${between(interval)} |`;
}

function firstPlaceText(comparisons: readonly Judged[]): string {
  const { first, of } = firstPlaceShare(comparisons);
  if (of === 0) return 'No verdict preferred a text.';
  return `Of ${of} verdicts that preferred a text, ${percent(first / of)} preferred the first one (${between(wilson(first, of))}); without a leaning it is half.`;
}

function matchTable(matches: readonly Match[]): string {
  const row = (name: string, condition: string) => {
    const all = matches.filter(({ written }) => written.condition === condition);
    const read = all.filter(({ hit }) => hit !== null);
    const hits = read.filter(({ hit }) => hit).length;
    const share = read.length === 0 ? '–' : percent(hits / read.length);
    return `| ${name} | ${all.length} | ${hits} | ${all.length - read.length} | ${share} | ${between(wilson(hits, read.length))} |`;
  };
  return [
    '| Texts | Number | Right | Unread | Share | 95% interval |',
    '| --- | --- | --- | --- | --- | --- |',
    row('Grounded', 'grounded'),
    row('Ungrounded', 'ungrounded'),
  ].join('\n');
}

function percent(share: number): string {
  return `${Math.round(100 * share)}%`;
}

function between({ low, high }: Interval): string {
  return `${percent(low)} to ${percent(high)}`;
}

function promptText(messages: readonly ChatMessage[]): string {
  const parts = messages.map(({ role, content }) => `[${role}]\n\n${content}`);
  return `<details><summary>Prompt</summary>\n\n${fenced(parts.join('\n\n'))}\n\n</details>`;
}

/** In a fence that is longer than any in the text. */
function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

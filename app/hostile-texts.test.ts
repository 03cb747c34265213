import { expect, test } from 'vitest';

import { emailProblem, nameProblem, normalizeEmail, normalizeName } from '~/features/accounts';
import { passwordProblems } from '~/features/accounts/passwords/password-policy';
import { deviceOf } from '~/features/accounts/sessions/session';
import { parseDraft } from '~/features/brand/drafting/parse-draft';
import { findQuote } from '~/features/brand/drafting/voice';
import { parseRules } from '~/features/brand/voice/schema';
import { checkVoice } from '~/features/brand/voice/check/check-voice';
import type { VoiceRule } from '~/features/brand/voice/rule';
import { chunksOf } from '~/features/brand/knowledge/chunks/chunks';
import { citedNumbers, withoutCitationMarks } from '~/features/brand/knowledge/citations/citation';
import { languageOf } from '~/features/brand/knowledge/chunks/languages';
import { shownPreview } from '~/features/chat/conversations/settings/titles';
import { cleanTitle } from '~/features/chat/conversations/settings/titles';
import { asksForImage } from '~/features/chat/images/asks-for-image';
import { MAX_TEXT } from '~/features/chat/messages/overflow';
import { languageOfScript, spokenParts } from '~/features/chat/reading/spoken-text';
import { fold } from '~/features/chat/search/words';
import { findUrls } from '~/features/copywriting/formats/find-urls';
import { withoutMarks } from '~/features/copywriting/formats/parts';
import { pageHtml } from '~/features/copywriting/formats/page-html';
import { partsOf } from '~/features/copywriting/formats/parts';
import { weightedLength } from '~/features/copywriting/formats/weighted-length';
import { searchable } from '~/features/copywriting/formats/words';
import { titleFromText } from '~/features/copywriting/library/content/content';
import { plainText } from '~/features/copywriting/library/content/plain-text.server';
import { cleanRewrite } from '~/features/copywriting/rewrite/clean-rewrite';
import { findSelectedText, selectedTextAt } from '~/features/copywriting/rewrite/rewrite';
import { cleanVariant } from '~/features/copywriting/wizard/variants/clean-variant';
import { dividedPosts, markdownOf } from '~/features/copywriting/wizard/variants/variant';
import { promptOfTurn } from '~/features/media/chat-images/image-prompt';
import { readSource } from '~/features/help/assistant/assistant-prompt';
import { contactProblems } from '~/features/help/contact/contact-checks';
import { fileName } from '~/lib/files/file-name';
import { renderMarkdown } from '~/lib/markdown/render';
import { createBlockSplitter } from '~/lib/markdown/split-blocks';
import { normalizeText } from '~/lib/text/normalize';
import { countTokens } from '~/lib/tokens/count.server';
import { estimateTokens } from '~/lib/tokens/estimate';
import { differenceOf } from '~/ui/display/difference';

import { cpuMs, sinceMs, slowness } from '../tests/harness/cpu-time.ts';

/** How long a hostile text may hold the event loop. */
const MAX_MS = 50;
/** The kernel may count processor time in ticks of this length, so that one more is counted than passed. */
const TICK_MS = 4;

/**
 * The measure is the shortest CPU time of several runs in this thread, which other processes don't add to. The first runs
 * compile their code.
 */
const RUNS = 10;

/** The maximum length of a text that is accepted in one field. */
const LENGTH = 200_000;
/** The maximum length of a message. */
const MESSAGE_LENGTH = 1_000_000;

function cost(work: () => unknown): number {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS && least > MAX_MS; run += 1) {
    least = Math.min(least, onLimitedMachine(cpuMs(work)));
  }
  return least;
}

/** What this would have taken on the machine that the limit is for. */
function onLimitedMachine(ms: number): number {
  return ms > MAX_MS ? (ms - TICK_MS) / slowness() : ms;
}

const filled = (part: string, length = LENGTH) =>
  part.repeat(Math.ceil(length / part.length)).slice(0, length);
const rising = (mark: string, most: number) =>
  Array.from({ length: most }, (_, n) => mark.repeat(n)).join(' ');

const TEXTS: Readonly<Record<string, string>> = {
  'one line of words': filled('word '),
  paragraphs: filled('word\n\n'),
  prices: filled('$8 '),
  'cited prices': filled('Rye costs $9, 1.200,5 g, or 6.30–7 Uhr [1]. '),
  superlatives: filled('the best a b c d '),
  guarantees: filled('Guaranteed, 10% [2]. '),
  'digits and marks': filled('1.2,'),
  'marked-up paragraphs': filled(`${'A word, a **loud** word, and `code`. '.repeat(8)}\n\n`),
  headings: filled('# a\n'),
  'smaller headings': filled('### a\n'),
  'a list': filled('- word\n'),
  'a numbered list': filled('1. a few more words for each item\n'),
  'lists in lists': filled('- a\n  - b\n    - c\n'),
  'a quote': filled('> word\n'),
  'a table': `|a|b|\n|-|-|\n${filled('|word|word|\n')}`,
  code: `\`\`\`\n${filled('const a = 1;\n')}`,
  'one word': filled('a'),
  'a run of spaces within a line': `a${filled(' ')}b`,
  'a run of spaces before a line break': `a${filled(' ')}\nb`,
  'lines that end with spaces': filled('a    \n'),
  'blank lines': `a${filled('\n')}b`,
  'lines of tabs': filled('\t\n'),
  'no-break spaces': `a${filled('\u00a0')}b`,
  'nested quotes': filled('> '),
  'nested lists': filled('- '),
  'opening brackets': filled('['),
  'image brackets': filled('!['),
  'unfinished links': filled('[]('),
  links: filled('[a](b) '),
  stars: filled('*'),
  'opening emphasis': filled('*a '),
  'mixed emphasis': filled('**a*b_c__ '),
  backticks: filled('`'),
  'runs of backticks': rising('`', 600),
  tildes: filled('~~a '),
  'angle brackets': filled('<'),
  anchors: filled('<a href=""'),
  ampersands: filled('&a'),
  'dollar signs': filled('$a'),
  'at signs': filled('a@'),
  'dots behind an at sign': `a@${filled('.')}@`,
  addresses: filled('www.a.b '),
  'an address of brackets': `https://a.com/${filled(')')}`,
  'an address of open brackets': `https://a.com/${filled('(,)')}`,
  labels: filled('a-'),
  dashes: filled('-'),
  dividers: filled('---\n'),
  'quotation marks': filled('"'),
  'closing marks': `${filled('.')}a`,
  fences: filled('```\na\n'),
  'tildes in a fence': `~~~${filled('~')}`,
  'a closing fence far away': `\`\`\`\n${filled('\n`')}`,
  definitions: filled('[a]: b\n'),
  'definitions with titles below': filled('[a]: b\n"c"\n'),
  'titles that blank lines cut off': filled('[a]: b "\n\n'),
  'a title without end': `[a]: b "${filled('# a\n')}`,
  'a label without end': `[${filled('# a\n')}`,
  'source lines': filled('\nSOURCE: '),
  'blank lines before a source line': `${filled('\n')}SOURCE: x y`,
  traits: `## brandStory.brandVoice\n${filled(' ')}trait:${filled(' ', 1_000)}:`,
  'a trait of spaces': `## brandStory.brandVoice\n- trait: ${filled(' ')}x`,
  'a heading of spaces': `# a${filled(' ')}#b`,
  'a subject of spaces': `subject${filled(' ')}x`,
  'combining marks': `a${filled('\u0301\u0316')}`,
  'voicing marks': `a${filled('\u0301\uff9e')}`,
  'letters with marks': filled(`a${'\u0316\u0301'.repeat(15)}`),
  surrogates: filled('\ud800'),
  emoji: filled('👨‍👩‍👧'),
  zeros: filled('\0'),
  'a dollar sign far behind line breaks': `${filled('a    \n')}$`,
  references: filled('&quot;'),
  'Chinese characters': filled('字'),
};

const draft = (text: string) => `## brandStory.brandVoice\n${text}`;
/** As long as passages may be. */
const lastPassage = (text: string) =>
  selectedTextAt(text, { start: Math.max(0, text.length - 20_000), end: text.length })!;
const policy = { min: 6, max: 1_024, require: ['lower', 'special'] } as const;

/** As many rules as there may be, with as many words as they may have, cut out of the text. */
const rulesOf = (text: string) =>
  Array.from({ length: 200 }, (_, at) => ({
    ...{ id: `0198c0de-0000-7000-8000-${String(at).padStart(12, '0')}`, kind: 'avoid' },
    ...{ replacement: '', max: null, person: null, formats: [], severity: 'must' },
    terms: Array.from({ length: 50 }, (_, word) => text.slice(word * 200, word * 200 + 200)),
    reason: text.slice(0, 600),
  }));

/** As many rules as a brand may have, with terms that occur in the texts, begin like them, and end like them. */
const RULES = Array.from({ length: 200 }, (_, index): VoiceRule => {
  const kinds = ['avoid', 'prefer', 'proof', 'spelling', 'capitalization', 'require'] as const;
  const terms = ['word', 'a word', `word ${'word '.repeat(index % 15)}`, '%', '- a', `w${index}*`];
  return {
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    kind: kinds[index % kinds.length]!,
    terms: index < 150 ? terms : [`unheard ${index}`, 'a*', 'a'],
    replacement: 'Words',
    max: null,
    person: null,
    formats: [],
    severity: 'should',
    reason: '',
    exceptions: ['word of mouth', 'no word'],
  };
}).concat(
  (['emoji', 'person', 'reading-level'] as const).map((kind) => ({
    ...{ id: kind, kind, terms: [], replacement: '', max: 1, person: 'we' as const },
    ...{ formats: [], severity: 'must' as const, reason: '', exceptions: [] },
  })),
);

/** As many passages as a text may cite, which begin like it. */
const citedFrom = (text: string) =>
  Array.from({ length: 200 }, (_, index) => ({
    number: index + 1,
    title: 'Prices',
    address: '/',
    passage: text.slice(index, index + 1_200),
    whole: true,
  }));

const FUNCTIONS: Readonly<Record<string, (text: string) => unknown>> = {
  'an email': (text) => emailProblem(normalizeEmail(text)),
  'a name': (text) => nameProblem(normalizeName(text), 'missing'),
  'a password': (text) => passwordProblems(text, policy),
  'a message to the operator': (text) =>
    contactProblems('support', { firstName: text, lastName: text, email: text, details: text }),
  'a browser': (text) => deviceOf(text),
  'a rendered text': (text) => renderMarkdown(text),
  'a rendered text with its line breaks': (text) => renderMarkdown(text, { breaks: true }),
  'a streamed text': (text) => createBlockSplitter().update(text),
  'a streamed text that is complete': (text) => createBlockSplitter().update(text, true),
  'a page of marketing copy': (text) => pageHtml('landing-page', text),
  'a message that may ask for an image': (text) => asksForImage(text),
  'a text for an image’s prompt': (text) =>
    promptOfTurn({ question: text, before: text, answer: text }),
  'a text to read aloud': (text) => spokenParts(text),
  'the language of a text to read aloud': (text) => languageOfScript(text),
  'an email as its parts': (text) => partsOf('welcome-sequence', text),
  'a generated text': (text) => cleanVariant('linkedin-post', text),
  'a text for its card': (text) => markdownOf(text),
  'a thread': (text) => dividedPosts(text),
  'an answer of the help assistant': (text) => readSource(text),
  'a rewritten passage': (text) => cleanRewrite(text, text),
  'a passage to find again': (text) => findSelectedText(text, lastPassage(`${text}x`)),
  'what changed in a text': (text) => differenceOf(text, `${text.slice(1)}x${text.slice(0, 99)}`),
  'a passage and its rewrite': (text) =>
    differenceOf(text.slice(0, 20_000), text.replaceAll('a', 'b ').slice(0, 80_000)),
  'a proposed profile': (text) => parseDraft(draft(text)),
  'the voice rules of a brand': (text) => parseRules(rulesOf(text)),
  'a document in chunks': (text) => chunksOf(text),
  'the language of a document': (text) => languageOf(text),
  'citations of a text': (text) => citedNumbers(text),
  'a text without its citations': (text) => withoutCitationMarks(text, new Set([1])),
  'a quote': (text) => findQuote(text, [text]),
  'a text and the rules of its brand': (text) => checkVoice(text, RULES, { formatId: null }),
  'a text and the sources of its brand': (text) =>
    checkVoice(text, [], { formatId: null, facts: { cited: citedFrom(text), given: text } }),
  'a title from a text': (text) => titleFromText(text),
  'a proposed title': (text) => cleanTitle(text),
  'a preview': (text) => shownPreview(text.slice(0, 100)),
  'a line without its marks': (text) => withoutMarks(text),
  'addresses in a text': (text) => findUrls(text),
  'the length of a post': (text) => weightedLength(text),
  'a text to search keywords in': (text) => searchable(text),
  'a word for the index': (text) => fold(text),
  'the name of a file': (text) => fileName(text, 'txt'),
  'normalized text': (text) => normalizeText(text, 'NFKC'),
};

test('the longest message is rendered in time', () => {
  for (const [kind, text] of Object.entries(TEXTS)) {
    const whole = filled(text, MAX_TEXT);
    expect
      .soft(
        cost(() => renderMarkdown(whole)),
        kind,
      )
      .toBeLessThan(MAX_MS);
  }
});

test('the tokens of the longest message are estimated in time', () => {
  for (const [kind, text] of Object.entries(TEXTS)) {
    const whole = filled(text, MESSAGE_LENGTH);
    expect
      .soft(
        cost(() => estimateTokens(whole)),
        kind,
      )
      .toBeLessThan(MAX_MS);
  }
});

test.each(Object.keys(FUNCTIONS))(
  '%s never blocks the event loop, whatever the text contains',
  { timeout: 600_000 },
  (name) => {
    const slow: string[] = [];
    for (const [kind, text] of Object.entries(TEXTS)) {
      const ms = cost(() => FUNCTIONS[name]!(text));
      if (ms > MAX_MS) slow.push(`${kind}: ${Math.round(ms)} ms`);
    }
    expect(slow).toEqual([]);
  },
);

/** The longest turn of the event loop while `work` runs, which yields in between. */
async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let since = process.threadCpuUsage();
  let isOver = false;
  const watch = (): void => {
    longest = Math.max(longest, sinceMs(since));
    since = process.threadCpuUsage();
    if (!isOver) setImmediate(watch);
  };
  watch();
  await work();
  isOver = true;
  watch();
  return longest;
}

const YIELDING: Readonly<Record<string, (text: string) => Promise<unknown>>> = {
  'counting tokens': (text) => countTokens(text),
  'a text to download': (text) => plainText(text),
};

test.each(Object.keys(YIELDING))('%s yields to other work', { timeout: 600_000 }, async (name) => {
  const work = YIELDING[name]!;
  await work('The tables are loaded first.');
  for (const [kind, text] of Object.entries(TEXTS)) {
    let least = Number.POSITIVE_INFINITY;
    for (let run = 0; run < RUNS && least > MAX_MS; run += 1) {
      least = Math.min(least, onLimitedMachine(await longestTurn(() => work(text))));
    }
    expect.soft(least, kind).toBeLessThan(MAX_MS);
  }
});

import fc from 'fast-check';
import { expect, test } from 'vitest';

import { changeOf, checkVoice, fixed, MAX_CHECKED, MAX_FINDINGS, MAX_KEY } from './check-voice';
import { type NewRule, RULE_KINDS, type VoiceRule } from '../rule';

const NEW: NewRule = {
  kind: 'avoid',
  terms: [],
  replacement: '',
  max: null,
  person: null,
  formats: [],
  severity: 'should',
  reason: '',
};

function rule(given: Partial<VoiceRule>): VoiceRule {
  return { ...NEW, id: 'rule', exceptions: [], ...given };
}

function check(text: string, ...rules: Partial<VoiceRule>[]) {
  return checkVoice(
    text,
    rules.map((given, index) => rule({ id: `rule-${index + 1}`, ...given })),
    { formatId: null },
  );
}

const quotes = (text: string, ...rules: Partial<VoiceRule>[]) =>
  check(text, ...rules).findings.map(({ quote }) => quote);

test('a phrase is found across line breaks, emphasis, hyphens, and kinds of apostrophes, where it stands in the text', () => {
  const avoid = { terms: ['state of the art', "can't miss"] };
  expect(quotes('A state-of-the-art oven', avoid)).toEqual(['state-of-the-art']);
  expect(quotes('A state of\nthe **art** oven', avoid)).toEqual(['state of\nthe **art']);
  expect(quotes('You Can’t  miss it', avoid)).toEqual(['Can’t  miss']);
  expect(quotes('state of\n\nthe art', avoid)).toEqual([]);
  const text = 'Straße, STRASSE, Strasse und Bro\u0308tchen';
  const found = check(text, { terms: ['straße', 'BRÖTCHEN'] }).findings;
  expect(found.map(({ quote }) => quote)).toEqual([
    'Straße',
    'STRASSE',
    'Strasse',
    'Bro\u0308tchen',
  ]);
  for (const { range, quote } of found) expect(text.slice(range!.start, range!.end)).toBe(quote);
});

test('a word within another word is not found, unless the term ends with an asterisk', () => {
  expect(quotes('Cheapest, dirt-cheap, cheap', { terms: ['cheap'] })).toEqual(['cheap', 'cheap']);
  expect(quotes('We leveraged it', { terms: ['leverag*'] })).toEqual(['leveraged']);
  expect(quotes('don’t', { terms: ['don', 't'] })).toEqual([]);
  expect(quotes('LinkedIn’s', { terms: ['LinkedIn'] })).toEqual(['LinkedIn']);
});

test('code, addresses, the targets of links, handles, and the names of headers are not checked', () => {
  const hidden = [
    '`cheap`',
    '``a ` cheap``',
    '```\ncheap\n```',
    '~~~\ncheap\n```\ncheap\n~~~',
    'https://example.com/cheap.',
    'www.cheap.example',
    'cheap.com',
    'shop.cheap.co.uk/cheap',
    'cheap@example.com',
    '@cheap',
    '[here](/cheap "cheap")',
    '![](cheap.png)',
    '<a title="cheap">',
    'subject: fine',
    '**Subject:** fine',
    '[^cheap]',
  ];
  for (const text of hidden)
    expect.soft(quotes(text, { terms: ['cheap', 'subject'] }), text).toEqual([]);
  const shown = [
    '[cheap](/x)',
    'Subject: cheap',
    '`a` cheap `b`',
    '`cheap',
    'a](b cheap',
    '#cheap',
  ];
  for (const text of shown)
    expect.soft(quotes(text, { terms: ['cheap'] }), text).toEqual(['cheap']);
});

test('a replacement keeps the case of the first letter, and is never flagged itself', () => {
  const prefer: Partial<VoiceRule> = {
    kind: 'prefer',
    terms: ['staff', 'team'],
    replacement: 'our team',
  };
  const fixes = (text: string) => check(text, prefer).findings.map(({ fix }) => fix);
  expect(fixes('Staff, staff, STAFF')).toEqual(['Our team', 'our team', 'OUR TEAM']);
  expect(fixes('Meet our team.')).toEqual([]);
  const german: Partial<VoiceRule> = {
    kind: 'prefer',
    terms: ['endverbraucher'],
    replacement: 'Gäste',
  };
  expect(check('für endverbraucher', german).findings[0]?.fix).toBe('Gäste');
});

test('a misspelling counts to the letter', () => {
  const hyphen: Partial<VoiceRule> = {
    kind: 'spelling',
    terms: ['well being'],
    replacement: 'well-being',
  };
  expect(quotes('well-being, Well being', hyphen)).toEqual(['Well being']);
  const sharp: Partial<VoiceRule> = { kind: 'spelling', terms: ['daß'], replacement: 'dass' };
  expect(quotes('Dass und daß', sharp)).toEqual(['daß']);
});

test('a claim is fine with a source in its sentence, and needs none when it is negated', () => {
  const proof: Partial<VoiceRule> = { kind: 'proof', terms: ['%', 'guaranteed'] };
  const open = (text: string) => quotes(text, proof);
  expect(open('It saves 12.5 % of time.')).toEqual(['12.5 %']);
  expect(open('It saves 12% [1]. It also saves 13%.')).toEqual(['13%']);
  expect(open('It saves 12%. [2] It saves 13%. According to us, it saves 14%.')).toEqual(['13%']);
  expect(open('See [Order](#): 12%')).toEqual(['12%']);
  expect(open('It isn’t guaranteed. It’s not only guaranteed, it’s free.')).toEqual(['guaranteed']);
});

test('what is required is met anywhere in the text, even behind a link', () => {
  const require: Partial<VoiceRule> = { kind: 'require', terms: ['order online', 'example.com'] };
  expect(check('Visit [us](https://Example.com/menu)', require).findings).toEqual([]);
  const [finding] = check('Visit us', require).findings;
  expect(finding).toMatchObject({ range: null, quote: '', fix: null, key: 'rule-1:' });
  expect(finding?.message).toBe('Mention one of these: “order online”, “example.com”.');
});

test('only the emoji over the limit are found, each as a whole, and fixing removes them with a blank', () => {
  const emoji: Partial<VoiceRule> = { kind: 'emoji', max: 1 };
  const text = 'A 👨‍👩‍👧 and 👍🏽 and 🇩🇪 and 1️⃣ and ❤️ ©';
  expect(quotes(text, emoji)).toEqual(['👍🏽', '🇩🇪', '1️⃣', '❤️']);
  expect(fixed('Yes 🥐 and ☕ too', check('Yes 🥐 and ☕ too', emoji).findings[0]!)).toBe(
    'Yes 🥐 and too',
  );
});

test('the wrong person is found outside of quotes', () => {
  const we: Partial<VoiceRule> = { kind: 'person', person: 'we' };
  expect(quotes('I say: “I agree.” My „Ich auch“ is my view', we)).toEqual(['I', 'My', 'my']);
  expect(quotes('We sell in the US', { kind: 'person', person: 'I' })).toEqual(['We']);
});

test('the hardest sentences are found when the text as a whole is too hard', () => {
  const easy = 'We bake. You eat. The sun is up. The day is new. It is all good here.';
  const hard =
    'Organizational considerations regarding international transportation necessitate comprehensive preparation.';
  const level: Partial<VoiceRule> = { kind: 'reading-level', max: 9 };
  expect(quotes(easy, level)).toEqual([]);
  expect(quotes(`${hard} ${hard}`, level)).toEqual([hard, hard]);
  expect(quotes('Incomprehensibility.', level)).toEqual([]);
});

test('exceptions and ignored findings are left out, also where an exception is longer than the passage', () => {
  const avoid = rule({ terms: ['cheap'], exceptions: ['Dirt cheap'] });
  const ignored = ['rule:cheap'];
  const text = 'It is dirt-cheap. It is cheap.';
  const { findings } = checkVoice(text, [avoid], { formatId: null });
  expect(findings.map(({ key, range }) => [key, range!.start])).toEqual([['rule:cheap', 24]]);
  expect(checkVoice(text, [avoid], { formatId: null, ignored })).toMatchObject({
    findings: [],
    scores: [{ dimension: 'wording', value: 100 }],
  });
});

test('a rule of other formats does not apply, and without any rule there is no score', () => {
  const avoid = rule({ terms: ['cheap'], formats: ['x-post'] });
  expect(checkVoice('cheap', [avoid], { formatId: null })).toEqual({ findings: [], scores: [] });
  expect(checkVoice('cheap', [avoid], { formatId: 'x-post' }).findings).toHaveLength(1);
  expect(checkVoice(' \n', [avoid], { formatId: 'x-post' }).scores).toEqual([]);
});

test('each score says what it counts', () => {
  const text =
    'I think that our cheap rolls are 100% good. We bake them at night 🥐. They are small. You can eat one in a bite.';
  const { scores } = check(
    text,
    { terms: ['cheap'], severity: 'must' },
    { kind: 'proof', terms: ['%'] },
    { kind: 'person', person: 'we' },
    { kind: 'emoji', max: 0 },
    { kind: 'require', terms: ['order'] },
    { kind: 'require', terms: ['rolls'] },
    { kind: 'reading-level', max: 9 },
  );
  expect(scores).toEqual([
    { dimension: 'wording', value: 58, counts: '1 passage in 24 words breaks a rule.' },
    { dimension: 'claims', value: 0, counts: '0 of 1 claim has a source.' },
    {
      dimension: 'clarity',
      value: 100,
      counts: expect.stringMatching(/^Reads at grade [\d.]+; the aim is 9\.$/),
    },
    { dimension: 'tone', value: 50, counts: '2 of 4 sentences break a rule.' },
    { dimension: 'completeness', value: 50, counts: '1 of 2 required phrases is there.' },
  ]);
});

const TEXT = fc
  .array(
    fc.constantFrom(
      ...['word', 'Word', 'good', ' ', '\n', '\n\n', '-', '’', '%', '100', '. ', '`', '```\n'],
      ...[
        '[',
        '](',
        ')',
        '@',
        '<a',
        '>',
        '“',
        '”',
        '🥐',
        'u\u0308',
        'ß',
        'I',
        '*',
        '_',
        '#',
        'https://a.b',
      ],
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''));
const TERM = fc.constantFrom('word', 'good word', 'ß', '%', '100 %', 'ü', '-', 'w*', '', '# word');
const RULE = fc
  .record({
    kind: fc.constantFrom(...RULE_KINDS),
    terms: fc.array(TERM, { maxLength: 4 }),
    replacement: fc.constantFrom('', 'word', 'better'),
    max: fc.constantFrom(null, 0, 1, 5),
    person: fc.constantFrom(null, 'we' as const, 'I' as const),
    severity: fc.constantFrom('must' as const, 'could' as const),
  })
  .map((given) => rule(given));
const RULES = fc
  .array(RULE, { maxLength: 6 })
  .map((rules) => rules.map((one, index) => ({ ...one, id: `rule-${index}` })));

test('findings are passages of the text in order, with bounded keys, and ignoring all leaves none', () => {
  fc.assert(
    fc.property(TEXT, RULES, (text, rules) => {
      const { findings, scores } = checkVoice(text, rules, { formatId: null });
      let last = 0;
      for (const { range, quote, key } of findings) {
        expect(key.length).toBeLessThanOrEqual(MAX_KEY);
        if (!range) continue;
        expect(text.slice(range.start, range.end)).toBe(quote);
        expect(quote).not.toBe('');
        expect(range.start).toBeGreaterThanOrEqual(last);
        last = range.start;
      }
      for (const { value } of scores) {
        expect(Number.isInteger(value) && value >= 0 && value <= 100).toBe(true);
      }
      const ignored = findings.map(({ key }) => key);
      expect(checkVoice(text, rules, { formatId: null, ignored }).findings).toEqual([]);
      expect(checkVoice(text, rules, { formatId: null })).toEqual({ findings, scores });
    }),
  );
});

test('fixing what has a fix comes to an end', () => {
  const rules = [
    rule({ id: 'a', kind: 'prefer', terms: ['word', 'w*'], replacement: 'better' }),
    rule({ id: 'b', kind: 'emoji', max: 0 }),
    rule({ id: 'c', kind: 'capitalization', terms: ['Good'] }),
  ];
  fc.assert(
    fc.property(TEXT, (text) => {
      let now = text;
      for (let step = 0; step < 200; step += 1) {
        const next = checkVoice(now, rules, { formatId: null }).findings.find(
          (finding) => changeOf(now, finding) !== null,
        );
        if (!next) return;
        now = fixed(now, next);
      }
      expect.fail(now);
    }),
  );
});

test('of a very long text the beginning is checked, and a bounded number of findings shown', () => {
  const text = `${'word '.repeat(MAX_CHECKED / 5)}late`;
  const { findings } = check(text, { terms: ['word'] }, { terms: ['late'] });
  expect(findings).toHaveLength(MAX_FINDINGS);
  expect(findings.every(({ quote }) => quote === 'word')).toBe(true);
  expect(quotes(`${'-'.repeat(MAX_CHECKED)}late`, { terms: ['late'] })).toEqual([]);
});

test('marks upon marks take no longer than letters', () => {
  const text = `a${'\u0301\u0316'.repeat(100_000)}`;
  const before = process.threadCpuUsage();
  check(text, { terms: ['a'] }, { kind: 'reading-level', max: 1 });
  expect(process.threadCpuUsage(before).user / 1_000).toBeLessThan(1_000);
});

test('a claim in a question, in a number of a thing, or in an idiom is no claim', () => {
  const claims = {
    kind: 'proof',
    terms: ['clinically proven', 'number one', '#1', 'the best'],
  } as const;
  const terms = { ...claims, terms: [...claims.terms] };
  expect(quotes('Clinically proven? No. See booth #1, at the best time.', terms)).toEqual([]);
  expect(quotes('Did you know it is clinically proven?', terms)).toEqual(['clinically proven']);
  expect(quotes('We’re #1, the number one, and the best.', terms)).toEqual([
    '#1',
    'number one',
    'the best',
  ]);
});

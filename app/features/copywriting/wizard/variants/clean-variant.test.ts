import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { cpuMs } from '../../../../../tests/harness/cpu-time';
import { FORMAT_IDS, type FormatId } from '../../formats/formats';
import { cleanVariant } from './clean-variant';

const BODY = 'Fresh bread at seven.\n\nCome early.';

describe('what a model puts around a text goes', () => {
  it.each<[string, string, FormatId?]>([
    ['a fence', `\`\`\`markdown\n${BODY}\n\`\`\``],
    ['a fence without a name', `\`\`\`\n${BODY}\n\`\`\`\n`],
    ['an announcement', `Here's your LinkedIn post:\n\n${BODY}`],
    ['a polite one', `Sure! Here is a draft for you:\n\n${BODY}`],
    ['a polite one without a noun', `Certainly. Here it is:\n\n${BODY}`],
    ['one in bold, with a rule', `**Here is the LinkedIn post:**\n\n---\n\n${BODY}`],
    [
      'one about something else in it',
      `Of course! Here’s a warm post about our new bread:\n\n${BODY}`,
    ],
    ['an announcement around a fence', `Sure, here you go:\n\n\`\`\`md\n${BODY}\n\`\`\``],
    ['an offer', `${BODY}\n\nLet me know if you would like me to adjust the tone!`],
    ['an offer behind a rule', `${BODY}\n\n---\n\nWould you like me to write another version?`],
    ['quotation marks', `"${BODY}"`],
    ['typographic ones', `“${BODY}”`],
    ['German ones', `„${BODY}“`],
    ['Windows line ends', BODY.replaceAll('\n', '\r\n')],
    ['an announced mail', `Here is your email:\n\nSubject: Bread\n\n${BODY}`, 'promotion'],
  ])('%s', (_, text, formatId = 'linkedin-post') => {
    const email = formatId === 'promotion' ? `Subject: Bread\n\n${BODY}` : BODY;
    expect(cleanVariant(formatId, text)).toBe(email);
  });
});

describe('what may be part of a text stays', () => {
  it.each<[string, string, FormatId?]>([
    ['a list that is announced', 'Here is what we baked today:\n\n- rye\n- wheat'],
    ['what is one’s own', 'Here is our new newsletter:\n\nhttps://example.com'],
    ['what is only like it', 'Great! Here’s what changes next week:\n\n- rye'],
    ['what announces something else', 'Here is the article that we wrote:\n\nhttps://example.com'],
    ['an interjection', 'Sure, bread is bread.\n\nOr is it?'],
    ['a question with a colon', 'Great bread needs three things:\n\nFlour, water, time.'],
    ['a quotation at each end', '"Warm bread," she said.\n\n"Always."'],
    ['a code block within', 'Try this:\n\n```\nnpm start\n```'],
    ['two code blocks', '```\na\n```\n\ntext\n\n```\nb\n```', 'article'],
    ['an invitation', `${BODY}\n\nLet me know if you want a loaf.`],
    ['separators', 'One\n\n---\n\nTwo', 'thread'],
    ['nothing but an announcement', 'Here is your LinkedIn post:'],
    ['quotation marks of a page', '"Warm bread"', 'hero'],
  ])('%s', (_, text, formatId = 'linkedin-post') => {
    expect(cleanVariant(formatId, text)).toBe(text);
  });
});

/** Texts that look as if they had something around them. */
const wrapped = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '```',
        '```md\n',
        '\n```',
        '~~~',
        '"',
        '“',
        '”',
        '\n\n',
        '\r\n',
        '---',
        'Sure, here is your post:',
        'Here is the article:',
        'Let me know if you would like me to change it.',
        '**',
        ':',
      ),
      fc.string({ unit: 'grapheme', maxLength: 20 }),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''));

describe('for any text', () => {
  const format = fc.constantFrom(...FORMAT_IDS);

  it('a second time changes nothing', () => {
    fc.assert(
      fc.property(format, wrapped, (formatId, text) => {
        const once = cleanVariant(formatId, text);
        expect(cleanVariant(formatId, once)).toBe(once);
      }),
    );
  });

  it('nothing is added, and there is something left of something', () => {
    fc.assert(
      fc.property(format, wrapped, (formatId, text) => {
        const cleaned = cleanVariant(formatId, text);
        expect(text.replace(/\r\n?/g, '\n')).toContain(cleaned);
        expect(cleaned === '').toBe(text.trim() === '');
      }),
    );
  });

  it('the body stays whole, whatever is around it', () => {
    const body = fc
      .array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 30 })
      .map((words) => `body ${words.join(' ')} end`);
    const around = fc.constantFrom<(text: string) => string>(
      (text) => `\`\`\`\n${text}\n\`\`\``,
      (text) => `Sure, here is your post:\n\n${text}`,
      (text) => `${text}\n\nLet me know if you would like me to change it.`,
      (text) => `"${text}"`,
      (text) => text,
    );
    fc.assert(
      fc.property(format, body, fc.array(around, { maxLength: 3 }), (formatId, text, layers) => {
        const answer = layers.reduce((now, layer) => layer(now), text);
        expect(cleanVariant(formatId, answer)).toContain(text);
      }),
    );
  });

  it('takes no time', () => {
    const long = [`"${'a'.repeat(100_000)}`, '```\n'.repeat(25_000), 'Here is the '.repeat(10_000)];
    const took = cpuMs(() => {
      for (const text of long) cleanVariant('x-post', `${text}:\n\nbody`);
    });
    expect(took).toBeLessThan(1_000);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { cpuMs } from '../../../../../tests/harness/cpu-time';
import { FORMAT_IDS, type FormatId } from '../../formats/formats';
import { cleanVariant } from './clean-variant';

const BODY = 'Fresh bread at seven.\n\nCome early.';

describe('cleanVariant removes', () => {
  it.each<[string, string, FormatId?]>([
    ['a fence', `\`\`\`markdown\n${BODY}\n\`\`\``],
    ['a fence without a language', `\`\`\`\n${BODY}\n\`\`\`\n`],
    ['an announcement', `Here's your LinkedIn post:\n\n${BODY}`],
    ['a polite announcement', `Sure! Here is a draft for you:\n\n${BODY}`],
    ['a polite announcement without a noun', `Certainly. Here it is:\n\n${BODY}`],
    ['a bold announcement with a rule', `**Here is the LinkedIn post:**\n\n---\n\n${BODY}`],
    [
      'an announcement that names the topic',
      `Of course! Here’s a warm post about our new bread:\n\n${BODY}`,
    ],
    ['an announcement around a fence', `Sure, here you go:\n\n\`\`\`md\n${BODY}\n\`\`\``],
    [
      'an offer to change the text',
      `${BODY}\n\nLet me know if you would like me to adjust the tone!`,
    ],
    ['an offer below a rule', `${BODY}\n\n---\n\nWould you like me to write another version?`],
    ['quotation marks', `"${BODY}"`],
    ['typographic quotation marks', `“${BODY}”`],
    ['German quotation marks', `„${BODY}“`],
    ['Windows line breaks', BODY.replaceAll('\n', '\r\n')],
    [
      'an announcement above an email',
      `Here is your email:\n\nSubject: Bread\n\n${BODY}`,
      'promotion',
    ],
  ])('%s', (_, text, formatId = 'linkedin-post') => {
    const email = formatId === 'promotion' ? `Subject: Bread\n\n${BODY}` : BODY;
    expect(cleanVariant(formatId, text)).toBe(email);
  });
});

describe('cleanVariant keeps', () => {
  it.each<[string, string, FormatId?]>([
    ['an announced list', 'Here is what we baked today:\n\n- rye\n- wheat'],
    ['an announcement of the user’s own', 'Here is our new newsletter:\n\nhttps://example.com'],
    [
      'a sentence that only resembles an announcement',
      'Great! Here’s what changes next week:\n\n- rye',
    ],
    [
      'an announcement of something else',
      'Here is the article that we wrote:\n\nhttps://example.com',
    ],
    ['an interjection', 'Sure, bread is bread.\n\nOr is it?'],
    ['a sentence with a colon', 'Great bread needs three things:\n\nFlour, water, time.'],
    ['a quotation at each end', '"Warm bread," she said.\n\n"Always."'],
    ['a code block within the text', 'Try this:\n\n```\nnpm start\n```'],
    ['two code blocks', '```\na\n```\n\ntext\n\n```\nb\n```', 'article'],
    ['an invitation', `${BODY}\n\nLet me know if you want a loaf.`],
    ['separators', 'One\n\n---\n\nTwo', 'thread'],
    ['a text that is only an announcement', 'Here is your LinkedIn post:'],
    ['quotation marks on a page', '"Warm bread"', 'hero'],
  ])('%s', (_, text, formatId = 'linkedin-post') => {
    expect(cleanVariant(formatId, text)).toBe(text);
  });
});

/** Texts that look as if a model had wrapped something around them. */
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

describe('for any text, cleanVariant', () => {
  const format = fc.constantFrom(...FORMAT_IDS);

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(format, wrapped, (formatId, text) => {
        const once = cleanVariant(formatId, text);
        expect(cleanVariant(formatId, once)).toBe(once);
      }),
    );
  });

  it('adds nothing, and never leaves an empty text unless there was none', () => {
    fc.assert(
      fc.property(format, wrapped, (formatId, text) => {
        const cleaned = cleanVariant(formatId, text);
        expect(text.replace(/\r\n?/g, '\n')).toContain(cleaned);
        expect(cleaned === '').toBe(text.trim() === '');
      }),
    );
  });

  it('keeps the whole body, whatever is around it', () => {
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

  it('takes less than a second', () => {
    const long = [`"${'a'.repeat(100_000)}`, '```\n'.repeat(25_000), 'Here is the '.repeat(10_000)];
    const took = cpuMs(() => {
      for (const text of long) cleanVariant('x-post', `${text}:\n\nbody`);
    });
    expect(took).toBeLessThan(1_000);
  });
});

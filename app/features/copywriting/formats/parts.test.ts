import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { FORMAT_IDS } from './formats';
import { type EmailParts, partsOf } from './parts';

const email = (text: string): EmailParts => {
  const parts = partsOf('promotion', text);
  if (parts.kind !== 'emails' || parts.emails.length !== 1) throw new Error('not one mail');
  return parts.emails[0]!;
};

describe('posts', () => {
  it('are the whole text, trimmed, unless it is a thread', () => {
    expect(partsOf('linkedin-post', '\n One.\r\n\r\nTwo. #bread \n')).toEqual({
      kind: 'posts',
      network: 'linkedin',
      posts: ['One.\n\nTwo. #bread'],
    });
  });

  it.each(['One\n---\nTwo', 'One\r\n\r\n---\r\n\r\nTwo\r\n', '---\nOne\n -----\n- - -\nTwo\n---'])(
    'of a thread are split at its dividers: %j',
    (text) => {
      expect(partsOf('thread', text)).toEqual({
        kind: 'posts',
        network: 'x',
        posts: ['One', 'Two'],
      });
    },
  );

  it('of an empty thread are one empty post', () => {
    expect(partsOf('thread', ' ')).toEqual({ kind: 'posts', network: 'x', posts: [''] });
  });
});

describe('an email', () => {
  const BREAD = { subject: 'Bread', preheader: 'Fresh', body: 'Hello,\n\nSubject: x' };

  it.each([
    'Subject: Bread\nPreheader: Fresh\n\nHello,\n\nSubject: x',
    'Preheader:Fresh\r\nsubject :  Bread\r\n\r\nHello,\r\n\r\nSubject: x',
    '**Subject:** Bread\n**Preheader:** Fresh\n\nHello,\n\nSubject: x',
    '**Subject: Bread**\n\n*Preheader: Fresh*\n\nHello,\n\nSubject: x',
    '## Subject: **Bread**\n- Pre-header: Fresh\nHello,\n\nSubject: x',
    'Subject line: Bread\nPreview text: Fresh\n\nHello,\n\nSubject: x',
  ])('is parsed from %j', (text) => {
    expect(email(text)).toEqual(BREAD);
  });

  it.each([
    ['Hello,\n\nit is warm.', { subject: null, preheader: null, body: 'Hello,\n\nit is warm.' }],
    ['Subject: Bread', { subject: 'Bread', preheader: null, body: '' }],
    ['Subject:\n\nHello', { subject: '', preheader: null, body: 'Hello' }],
    [
      'Mail 1\nSubject: Bread\n\nHello',
      { subject: 'Bread', preheader: null, body: 'Mail 1\nHello' },
    ],
    ['Subject: A: b\n\nHello', { subject: 'A: b', preheader: null, body: 'Hello' }],
    [
      'Dear Ann,\n\nSubjects: two',
      { subject: null, preheader: null, body: 'Dear Ann,\n\nSubjects: two' },
    ],
    ['', { subject: null, preheader: null, body: '' }],
  ])('may lack parts: %j', (text, parts) => {
    expect(email(text)).toEqual(parts);
  });

  it('in a sequence begins at a divider before a subject, or at any divider if there is no subject', () => {
    const parts = partsOf(
      'welcome-sequence',
      'Subject: One\n\nHello\n\n---\n\nPS: later\n---\nSubject: Two\n\nBye',
    );
    expect(parts).toEqual({
      kind: 'emails',
      emails: [
        { subject: 'One', preheader: null, body: 'Hello\n\n---\n\nPS: later' },
        { subject: 'Two', preheader: null, body: 'Bye' },
      ],
    });
    expect(partsOf('welcome-sequence', 'Hello\n---\nBye')).toMatchObject({
      emails: [{ body: 'Hello' }, { body: 'Bye' }],
    });
  });
});

it('the title of an article is its first top-level heading', () => {
  expect(partsOf('article', '# **Fresh** bread #\n\nText\n\n## More')).toEqual({
    kind: 'article',
    title: 'Fresh bread',
    body: 'Text\n\n## More',
  });
  expect(partsOf('article', '```\n# no title\n```')).toMatchObject({ title: null });
  expect(partsOf('case-study', 'Text')).toEqual({ kind: 'article', title: null, body: 'Text' });
});

describe('a page', () => {
  it('has a headline, a lead, and sections of blocks', () => {
    const text = `# Bread\n\nSlow.\n\n[Order](#)\n\n## Why\n\nBecause.\n\n### One\nFirst\n\n### Two\n\n## End\n[Go](#)`;
    expect(partsOf('landing-page', text)).toEqual({
      kind: 'page',
      headline: 'Bread',
      lead: 'Slow.\n\n[Order](#)',
      sections: [
        {
          heading: 'Why',
          body: 'Because.',
          blocks: [
            { heading: 'One', body: 'First' },
            { heading: 'Two', body: '' },
          ],
        },
        { heading: 'End', body: '[Go](#)', blocks: [] },
      ],
    });
  });

  it("is parsed even if it doesn't begin with its headline", () => {
    expect(partsOf('features', '### One\nFirst')).toMatchObject({
      headline: null,
      sections: [{ heading: null, body: '', blocks: [{ heading: 'One', body: 'First' }] }],
    });
    expect(partsOf('faq', 'Some words\n\n# Late')).toMatchObject({
      headline: 'Late',
      lead: 'Some words',
    });
    expect(partsOf('faq', '## Why?\n\n# Late')).toMatchObject({
      headline: null,
      sections: [{ heading: 'Why?' }, { heading: 'Late' }],
    });
    expect(partsOf('hero', '')).toEqual({ kind: 'page', headline: null, lead: '', sections: [] });
  });
});

describe('any text of any format', () => {
  const chunks = fc.constantFrom(
    ...[
      '# ',
      '## ',
      '### ',
      '---',
      '\n',
      '\n\n',
      '\r\n',
      'Subject:',
      '**',
      'Preheader: ',
      '```',
      '[a](#)',
    ],
    ...['word', ' ', '\0', '\ud800', '👍', ':', '>', '- '],
  );
  const texts = fc.array(chunks, { maxLength: 40 }).map((list) => list.join(''));

  it('is split into parts without losing a word', () => {
    fc.assert(
      fc.property(fc.constantFrom(...FORMAT_IDS), texts, (formatId, text) => {
        const parts = JSON.stringify(partsOf(formatId, text));
        expect(parts.split('word').length).toBe(text.split('word').length);
      }),
      { numRuns: 500 },
    );
  });
});

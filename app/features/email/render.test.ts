import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { renderEmail, type EmailContent } from './render';

const plain: EmailContent = {
  subject: 'Confirm your e-mail',
  preview: 'One click and you are done.',
  title: 'Welcome',
  paragraphs: ['Please confirm.', 'First line\nsecond line'],
  action: { label: 'Confirm', href: 'https://brand.example/auth/verify?code=a&next=%2Fsettings' },
  afterword: ['Was it not you? Ignore this mail.'],
};

/** Text that tries to become markup. */
const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .array(
      fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '&',
        'script',
        'img src=x onerror=',
        '</td>',
        '-->',
        '\r\n',
        '\u2028',
        'ß',
        '&lt;',
        'javascript:',
        '\0',
      ),
    )
    .map((parts) => parts.join('')),
);

const content: fc.Arbitrary<EmailContent> = fc.record(
  {
    subject: hostile,
    preview: hostile,
    title: hostile,
    paragraphs: fc.array(hostile, { maxLength: 3 }),
    action: fc.record({
      label: hostile,
      href: fc.webUrl({ withQueryParameters: true, withFragments: true }),
    }),
    afterword: fc.array(hostile, { maxLength: 2 }),
  },
  { requiredKeys: ['subject', 'preview', 'title', 'paragraphs'] },
);

/** The same email with single letters as its content, which leaves only the template. */
function harmless(of: EmailContent): EmailContent {
  const letters = (text: string) =>
    text.replace(/[\s\p{Cc}\u2028\u2029]/gu, '') === '' ? '' : 'x';
  return {
    subject: letters(of.subject),
    preview: letters(of.preview),
    title: letters(of.title),
    paragraphs: of.paragraphs.map(letters),
    ...(of.action && { action: { label: letters(of.action.label), href: 'https://x.example/' } }),
    ...(of.afterword && { afterword: of.afterword.map(letters) }),
  };
}

const tags = (html: string) =>
  [...html.matchAll(/<[^>]*>/g)]
    .map(([tag]) => tag.replace(/href="[^"]*"/, 'href=""'))
    // A line break inside a paragraph.
    .filter((tag) => tag !== '<br>');

describe('renderEmail', () => {
  it('lets no content add a tag or an attribute', () => {
    fc.assert(
      fc.property(content, (email) => {
        const { html } = renderEmail(email);
        expect(tags(html)).toEqual(tags(renderEmail(harmless(email)).html));
        // Between the tags nothing can open one, and the only entities are those of the escaping.
        expect(html.replace(/<[^>]*>/g, '')).not.toMatch(/[<>"]|&(?!(?:amp|lt|gt|quot|#39);)/);
      }),
    );
  });

  it('includes every paragraph in the text, and the link on a line of its own', () => {
    fc.assert(
      fc.property(content, (email) => {
        const { text } = renderEmail(email);
        const lines = text.split('\n').map((line) => line.trim());
        for (const paragraph of [...email.paragraphs, ...(email.afterword ?? [])]) {
          for (const line of paragraph.split(/[\r\n\u2028\u2029]+/)) {
            const visible = line.replace(/\p{Cc}/gu, ' ').trim();
            if (visible !== '') expect(lines).toContain(visible);
          }
        }
        if (email.action) expect(lines).toContain(new URL(email.action.href).href);
      }),
    );
  });

  it('keeps the subject on one line', () => {
    fc.assert(
      fc.property(content, (email) => {
        expect(renderEmail(email).subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      }),
    );
  });

  it('renders the text with blank lines between its parts', () => {
    expect(renderEmail(plain).text).toBe(`Welcome

Please confirm.

First line
second line

Confirm:
https://brand.example/auth/verify?code=a&next=%2Fsettings

Was it not you? Ignore this mail.

-- 
Sent by Brandwright
`);
  });

  it('links the button, and shows its URL as a link too', () => {
    const { html } = renderEmail(plain);
    const address = 'https://brand.example/auth/verify?code=a&amp;next=%2Fsettings';
    expect(html.split(`href="${address}"`)).toHaveLength(3);
    expect(html).toContain(`>${address}</a>`);
  });

  it('loads nothing remote', () => {
    const { html } = renderEmail(plain);
    expect(html).not.toMatch(/<(?:img|link|style|script|iframe)|url\(|@import/i);
    expect([...html.matchAll(/https?:\/\/[^/"<]+/g)].map(([origin]) => origin)).toEqual(
      Array(3).fill('https://brand.example'),
    );
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://x.example/', '/relative', ''])(
    'throws for a link to %j',
    (href) => {
      expect(() => renderEmail({ ...plain, action: { label: 'Go', href } })).toThrow();
    },
  );
});

import { withoutInlineMarks } from '~/lib/text/plain-line';

import type { FormatId } from './formats';
import type { NetworkId } from './network-limits';

export interface EmailParts {
  /** Null where the text does not say. */
  subject: string | null;
  preheader: string | null;
  /** Markdown. */
  body: string;
}

export interface Block {
  heading: string;
  /** Markdown. */
  body: string;
}

export interface Section {
  /** Null for blocks that stand before the first heading. */
  heading: string | null;
  /** Markdown before the first block. */
  body: string;
  blocks: Block[];
}

/** A text as the parts that its format is made of. */
export type Parts =
  | { kind: 'posts'; network: NetworkId; posts: string[] }
  | { kind: 'emails'; emails: EmailParts[] }
  | { kind: 'article'; title: string | null; body: string }
  | { kind: 'page'; headline: string | null; lead: string; sections: Section[] };

const KINDS: Record<FormatId, NetworkId | 'thread' | 'email' | 'emails' | 'article' | 'page'> = {
  'linkedin-post': 'linkedin',
  'x-post': 'x',
  'instagram-caption': 'instagram',
  'facebook-post': 'facebook',
  thread: 'thread',
  article: 'article',
  'case-study': 'article',
  newsletter: 'email',
  hero: 'page',
  features: 'page',
  pricing: 'page',
  faq: 'page',
  'landing-page': 'page',
  'cold-email': 'email',
  'welcome-sequence': 'emails',
  promotion: 'email',
  'follow-up': 'email',
};

/** What a text of a format consists of. Never throws: what is missing is null or empty, and nothing is lost. */
export function partsOf(formatId: FormatId, text: string): Parts {
  const clean = text.replace(/\r\n?/g, '\n').trim();
  const kind = KINDS[formatId];
  switch (kind) {
    case 'thread':
      return { kind: 'posts', network: 'x', posts: atLeastOne(splitAtRules(clean)) };
    case 'email':
      return { kind: 'emails', emails: [emailOf(clean)] };
    case 'emails':
      return { kind: 'emails', emails: emailsOf(clean) };
    case 'article':
      return articleOf(clean);
    case 'page':
      return pageOf(clean);
    default:
      return { kind: 'posts', network: kind, posts: [clean] };
  }
}

const RULE = /^[ \t]*(?:-[ \t]*){3,}$/;

function splitAtRules(text: string): string[] {
  const parts: string[][] = [[]];
  for (const line of text.split('\n')) {
    if (line.includes('-') && RULE.test(line)) parts.push([]);
    else parts.at(-1)?.push(line);
  }
  return parts.map((lines) => lines.join('\n').trim()).filter((part) => part !== '');
}

function atLeastOne(parts: string[]): string[] {
  return parts.length === 0 ? [''] : parts;
}

/** The emails of a sequence. A rule within an email is not the end of it: only a subject begins another. */
function emailsOf(text: string): EmailParts[] {
  const parts = atLeastOne(splitAtRules(text)).map(emailOf);
  if (parts.every(({ subject }) => subject === null)) return parts;
  const emails: EmailParts[] = [];
  for (const part of parts) {
    const last = emails.at(-1);
    if (last && part.subject === null && part.preheader === null) {
      last.body = [last.body, part.body].filter(Boolean).join('\n\n---\n\n');
    } else {
      emails.push(part);
    }
  }
  return emails;
}

// "Subject: …", also in bold, as a heading or as a point of a list.
const LABEL =
  /^[ \t]*(?:[#>*_-]{1,6}[ \t]*)?(subject(?: line)?|pre-?header|preview(?: text)?)(?:[ \t]*[*_]{1,3})?[ \t]*:(.*)$/i;
const MAX_LABELS = 4;

/** A line above the labels, such as the number of the email, stays above the body. */
function emailOf(text: string): EmailParts {
  const email: EmailParts = { subject: null, preheader: null, body: '' };
  const lines = text.split('\n');
  const above: string[] = [];
  let at = 0;
  for (; at < lines.length && above.length < MAX_LABELS; at += 1) {
    const line = lines[at] ?? '';
    if (line.trim() === '') continue;
    const [, label, value = ''] = LABEL.exec(line.slice(0, 2_000)) ?? [];
    if (label === undefined) {
      // Only the beginning has labels; one line may stand before them.
      if (email.subject !== null || email.preheader !== null || above.length > 0) break;
      above.push(line);
      continue;
    }
    const name = /^s/i.test(label) ? 'subject' : 'preheader';
    if (email[name] !== null) break;
    email[name] = withoutMarks(value.trim().replace(/^[*_]{1,3}|[*_]{1,3}$/g, ''));
  }
  if (email.subject === null && email.preheader === null) return { ...email, body: text };
  email.body = [...above, ...lines.slice(at)].join('\n').trim();
  return email;
}

function articleOf(text: string): Parts {
  const title = headingsOf(text).find(({ level }) => level === 1);
  if (!title) return { kind: 'article', title: null, body: text };
  const body = `${text.slice(0, title.start)}${text.slice(title.end)}`.trim();
  return { kind: 'article', title: title.text, body };
}

function pageOf(text: string): Parts {
  const headings = headingsOf(text).filter(({ level }) => level <= 3);
  // A page begins with its headline; one further down is that of a section.
  const headline = headings[0]?.level === 1 ? headings[0] : null;
  const before = text.slice(0, headings[0]?.start ?? text.length);
  const bodyOf = (index: number) =>
    text.slice(headings[index]?.end, headings[index + 1]?.start ?? text.length).trim();
  const lead = `${before}\n\n${headline ? bodyOf(0) : ''}`.trim();
  const sections: Section[] = [];
  headings.forEach((heading, index) => {
    if (heading === headline) return;
    const body = bodyOf(index);
    if (heading.level < 3) {
      sections.push({ heading: heading.text, body, blocks: [] });
      return;
    }
    if (sections.length === 0) sections.push({ heading: null, body: '', blocks: [] });
    sections.at(-1)?.blocks.push({ heading: heading.text, body });
  });
  return { kind: 'page', headline: headline?.text ?? null, lead, sections };
}

interface Heading {
  level: number;
  text: string;
  /** Where its line begins in the text, and where what follows it begins. */
  start: number;
  end: number;
}

const HEADING = /^ {0,3}(#{1,6})[ \t]+(\S.*)$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** The headings of a Markdown text that are written with `#`, outside blocks of code. Line ends are `\n`. */
function headingsOf(text: string): Heading[] {
  const headings: Heading[] = [];
  let fence = '';
  let start = 0;
  for (const line of text.split('\n')) {
    const end = start + line.length + 1;
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined && (fence === '' || mark.startsWith(fence))) {
      fence = fence === '' ? mark : '';
    } else if (fence === '' && line.trimStart().startsWith('#')) {
      const [, marks = '', words = ''] = HEADING.exec(line) ?? [];
      if (marks !== '') {
        const bare = withoutMarks(words.replace(/[ \t]#+[ \t]*$/, ''));
        headings.push({ level: marks.length, text: bare, start, end: Math.min(end, text.length) });
      }
    }
    start = end;
  }
  return headings;
}

/** A line of Markdown as it reads, without the marks for bold, italics, code and links. */
export function withoutMarks(line: string): string {
  return withoutInlineMarks(line.slice(0, 2_000));
}

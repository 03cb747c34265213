import { formatDuration } from '~/lib/format/durations';
import { formatNumber } from '~/lib/format/numbers';

import type { FormatId } from './formats';
import { EMAIL_LIMITS, type Network, NETWORKS, TITLE_LIMIT } from './network-limits';
import { type EmailParts, type Parts, partsOf, type Section } from './parts';
import { hashtagsOf } from './post-tokens';
import { searchable, sizeOf, usesOf } from './words';

export type CheckLevel = 'ok' | 'hint' | 'problem';

export interface Check {
  /** The same for the same check of another text. */
  id: string;
  /** `hint` is for a writer to weigh, `problem` keeps the text from being used as it is. */
  level: CheckLevel;
  label: string;
  detail: string;
  /** Where there is a limit to come close to. */
  meter?: { value: number; max: number };
}

export interface CheckOptions {
  keywords?: readonly string[];
}

const MAX_KEYWORDS = 20;
/** A rule of thumb of ours: two lines on most screens. */
const MAX_HEADLINE = 80;
/** Posts of a thread and emails of a sequence that are looked at one by one. */
const MAX_PARTS = 50;

/** What can be said of a text by its format alone, as someone types. Nothing for a text that is empty. */
export function checkText(
  formatId: FormatId,
  text: string,
  { keywords = [] }: CheckOptions = {},
): Check[] {
  if (text.trim() === '') return [];
  const parts = partsOf(formatId, text);
  const checks = checksOf(formatId, parts);
  const all = wordsOf(parts);
  checks.push(...keywordChecks(keywords, all));
  checks.push(readingTime(all));
  return checks;
}

/** The level of the worst check. */
export function worstLevel(checks: readonly Check[]): CheckLevel {
  if (checks.some(({ level }) => level === 'problem')) return 'problem';
  return checks.some(({ level }) => level === 'hint') ? 'hint' : 'ok';
}

function checksOf(formatId: FormatId, parts: Parts): Check[] {
  switch (parts.kind) {
    case 'posts':
      return [
        ...postChecks(parts.posts.slice(0, MAX_PARTS), NETWORKS[parts.network]),
        ...unchecked(parts.posts.length, 'posts'),
      ];
    case 'emails':
      return [
        ...parts.emails
          .slice(0, MAX_PARTS)
          .flatMap((email, index) =>
            emailChecks(email, parts.emails.length > 1 ? index + 1 : null),
          ),
        ...unchecked(parts.emails.length, 'emails'),
      ];
    case 'article':
      return [titleCheck(parts.title)];
    case 'page':
      return pageChecks(parts, formatId === 'hero' || formatId === 'landing-page');
  }
}

function unchecked(count: number, what: string): Check[] {
  if (count <= MAX_PARTS) return [];
  const detail = `${formatNumber(count)} ${what}; we check the first ${MAX_PARTS}`;
  return [{ id: 'unchecked', level: 'hint', label: 'Long series', detail }];
}

function postChecks(posts: string[], network: Network): Check[] {
  const checks: Check[] = [];
  const many = posts.length > 1;
  const max = network.post.max;
  const lengths = posts.map((post) => network.count(post));
  if (many) checks.push(ok('posts', 'Thread', `${posts.length} posts`));
  lengths.forEach((length, index) => {
    const id = many ? `length-${index + 1}` : 'length';
    checks.push(lengthCheck(id, many ? `Post ${index + 1}` : 'Length', length, max));
  });
  posts.forEach((post, index) => {
    const { fold } = network;
    if (fold && network.count(post) > fold.max) {
      checks.push(
        ok('fold', 'Before “see more”', `${network.name} shows about ${fold.max} characters`),
      );
    }
    const where = many ? `Post ${index + 1}` : 'Plain text';
    const marks = markdownIn(post);
    if (marks !== null) {
      const detail = `${network.name} shows “${marks}” as plain characters`;
      checks.push({
        id: many ? `marks-${index + 1}` : 'marks',
        level: 'hint',
        label: where,
        detail,
      });
    }
  });
  const { hashtags } = network;
  const tags = hashtags ? hashtagsOf(posts.join('\n')).length : 0;
  if (hashtags && tags > 0) {
    const over = tags > hashtags.max;
    const detail = `${tags}; ${network.name} allows up to ${hashtags.max}`;
    checks.push({ id: 'hashtags', level: over ? 'problem' : 'ok', label: 'Hashtags', detail });
  }
  return checks;
}

function lengthCheck(id: string, label: string, value: number, max: number): Check {
  const over = value - max;
  const detail =
    over > 0
      ? `${formatNumber(over)} ${over === 1 ? 'character' : 'characters'} too long (${formatNumber(value)} of ${formatNumber(max)})`
      : `${formatNumber(value)} of ${formatNumber(max)} characters`;
  return { id, level: over > 0 ? 'problem' : 'ok', label, detail, meter: { value, max } };
}

/** A mark of Markdown that a network would print; null where there is none. */
function markdownIn(post: string): string | null {
  if (/\*\*[^\s*][^*\n]{0,200}\*\*/.test(post)) return '**';
  const link = /\[[^[\]\n]{1,200}\]\(https?:/.exec(post);
  if (link) return '[…](…)';
  return /^#{1,6} \S/m.exec(post)?.[0].replace(/ .*/, '') ?? null;
}

function emailChecks({ subject, preheader, body }: EmailParts, place: number | null): Check[] {
  const id = (name: string) => (place === null ? name : `${name}-${place}`);
  const label = (name: string) => (place === null ? name : `Email ${place}: ${name.toLowerCase()}`);
  const checks = [
    inboxCheck(id('subject'), label('Subject'), subject, EMAIL_LIMITS.subject),
    inboxCheck(id('preheader'), label('Preheader'), preheader, EMAIL_LIMITS.preheader),
  ];
  if (body === '') {
    checks.push({ id: id('body'), level: 'problem', label: label('Text'), detail: 'is missing' });
  }
  return checks;
}

function inboxCheck(
  id: string,
  label: string,
  text: string | null,
  limits: (typeof EMAIL_LIMITS)[keyof typeof EMAIL_LIMITS],
): Check {
  if (text === null || text === '') {
    const level = id.startsWith('subject') ? 'problem' : 'hint';
    return { id, level, label, detail: 'is missing' };
  }
  const value = [...text].length;
  const { phone, desktop } = limits;
  const meter = { value, max: desktop.max };
  const count = `${formatNumber(value)} ${value === 1 ? 'character' : 'characters'}`;
  if (value > desktop.max) {
    const detail = `${count}; most inboxes cut it off at about ${desktop.max}`;
    return { id, level: 'hint', label, detail, meter };
  }
  const detail = value > phone.max ? `${count}; phones show about ${phone.max}` : count;
  return { id, level: 'ok', label, detail, meter };
}

function titleCheck(title: string | null): Check {
  if (title === null) {
    return { id: 'title', level: 'hint', label: 'Title', detail: 'is missing' };
  }
  const { max } = TITLE_LIMIT;
  return glanceCheck('title', 'Title', title, max, `search results show about ${max}`);
}

/** A line that is better short; `why` is said of one that is not. */
function glanceCheck(id: string, label: string, text: string, max: number, why: string): Check {
  const value = [...text].length;
  const over = value > max;
  const count = `${formatNumber(value)} ${value === 1 ? 'character' : 'characters'}`;
  const detail = over ? `${count}; ${why}` : count;
  return { id, level: over ? 'hint' : 'ok', label, detail, meter: { value, max } };
}

const BUTTON = /^[ \t]*(?:\*\*)?\[[^[\]\n]{1,200}\]\([^()\n]{0,2000}\)(?:\*\*)?[ \t]*$/m;

function pageChecks(
  { headline, lead, sections }: Extract<Parts, { kind: 'page' }>,
  hasHero: boolean,
): Check[] {
  const checks: Check[] = [];
  if (hasHero) {
    const max = MAX_HEADLINE;
    checks.push(
      headline === null
        ? { id: 'headline', level: 'hint', label: 'Headline', detail: 'is missing' }
        : glanceCheck('headline', 'Headline', headline, max, `aim for ${max} or fewer`),
      buttonCheck([lead, ...sections.flatMap(textsOf)]),
    );
  }
  const empty = sections.find(({ body, blocks }) => body === '' && blocks.length === 0);
  if (empty?.heading) {
    const detail = `“${short(empty.heading)}” has no text yet`;
    checks.push({ id: 'empty', level: 'hint', label: 'Sections', detail });
  }
  return checks;
}

function textsOf({ body, blocks }: Section): string[] {
  return [body, ...blocks.map((block) => block.body)];
}

function buttonCheck(texts: string[]): Check {
  const buttons = texts.filter((text) => BUTTON.test(text)).length;
  if (buttons > 0) return ok('button', 'Button', `${buttons} found`);
  const detail = 'is missing; write [Text](#) on its own line';
  return { id: 'button', level: 'hint', label: 'Button', detail };
}

function keywordChecks(keywords: readonly string[], words: string): Check[] {
  const cleaned = [...new Set(keywords.map((keyword) => keyword.trim()))]
    .filter((keyword) => keyword !== '')
    .slice(0, MAX_KEYWORDS);
  if (cleaned.length === 0) return [];
  const text = searchable(words);
  return cleaned.map((keyword): Check => {
    const uses = usesOf(keyword, text);
    const times = uses === 1 ? 'once' : uses === 2 ? 'twice' : `${formatNumber(uses)} times`;
    return {
      id: `keyword-${keyword.toLowerCase()}`,
      level: uses === 0 ? 'hint' : 'ok',
      label: `Keyword “${short(keyword)}”`,
      detail: uses === 0 ? 'isn’t used yet' : `used ${times}`,
    };
  });
}

function readingTime(words: string): Check {
  const size = sizeOf(words);
  const count = `${formatNumber(size.words)} ${size.words === 1 ? 'word' : 'words'}`;
  return ok(
    'reading',
    'Reading time',
    `${formatDuration(size.minutes * 60, 'short')} read, ${count}`,
  );
}

/** What people read of a text, without the names of its parts and the addresses of its links. */
function wordsOf(parts: Parts): string {
  const text = textOf(parts);
  return text.replace(/\]\([^()\n]*\)/g, ']').replace(/https?:\/\/\S{1,2000}/g, ' ');
}

function textOf(parts: Parts): string {
  switch (parts.kind) {
    case 'posts':
      return parts.posts.join('\n\n');
    case 'emails':
      return parts.emails
        .flatMap(({ subject, preheader, body }) => [subject, preheader, body])
        .join('\n\n');
    case 'article':
      return `${parts.title ?? ''}\n\n${parts.body}`;
    case 'page':
      return [
        parts.headline,
        parts.lead,
        ...parts.sections.flatMap(({ heading, body, blocks }) => [
          heading,
          body,
          ...blocks.flatMap((block) => [block.heading, block.body]),
        ]),
      ].join('\n\n');
  }
}

function ok(id: string, label: string, detail: string): Check {
  return { id, level: 'ok', label, detail };
}

function short(text: string): string {
  const characters = [...text];
  return characters.length > 40 ? `${characters.slice(0, 39).join('')}…` : text;
}

import { formatById, type FormatId } from '../../formats/formats';

/** What a model calls a text of each format when it announces it; no noun here could announce anything else. */
const NOUNS: Record<FormatId, string> = {
  'linkedin-post': 'post',
  'x-post': 'post|tweet',
  'instagram-caption': 'caption|post',
  'facebook-post': 'post',
  thread: 'thread',
  article: 'article|blog post|post',
  'case-study': 'case study',
  newsletter: 'newsletter(?: issue)?',
  hero: 'hero(?: section)?|section',
  features: 'features?(?: section)?|section',
  pricing: 'pricing(?: section)?|section',
  faq: 'faqs?(?: section)?',
  'landing-page': 'landing page|page',
  'cold-email': 'e-?mail|mail',
  'welcome-sequence': 'e-?mail sequence|welcome sequence|sequence|series|e-?mails',
  promotion: 'e-?mail|mail',
  'follow-up': 'e-?mail|mail|follow-up',
};
const ANY_NOUN = 'text|copy|draft|version|variant';

const YES =
  /^(?:sure(?: thing)?|certainly|of course|absolutely|gladly|okay|ok|great|got it)\b[!,.:]?\s*/i;
const HERE_YOU_GO = /^here (?:it is|you go|it goes)\b[^\n:]{0,60}:$/i;

/** Matches `Here is your post about bread:` */
function announcement(nouns: string): RegExp {
  return new RegExp(
    `^here(?:['’]s| is| are) (?:the|your|a|an|my) (?:[^\\n:]{0,60} )?(?:${nouns})\\b[^\\n:]{0,120}:$`,
    'i',
  );
}

const ANNOUNCEMENTS = new Map<string, RegExp>(
  Object.entries(NOUNS).map(([id, nouns]) => [id, announcement(nouns)]),
);
const POLITE_ANNOUNCEMENTS = new Map<string, RegExp>(
  Object.entries(NOUNS).map(([id, nouns]) => [id, announcement(`${nouns}|${ANY_NOUN}`)]),
);

const AFTERWORD =
  /^(?:please )?(?:let me know|feel free to (?:let me know|tell me|ask)|would you like me to|if you(?:['’]d| would) like me to)\b[^\n]{1,300}\b(?:adjust\w*|change\w*|edit\w*|revis\w*|tweak\w*|another|version|variation|shorter|longer|different)\b[^\n]{0,200}$/i;

const QUOTES: Readonly<Record<string, string>> = { '"': '"', '“': '”', '„': '“', '«': '»' };

/**
 * Removes what models wrap around a finished text although they were told not to: a code fence, "Sure, here is your
 * post:", quotation marks, an offer to change it. Anything that may be part of the text stays. The result is empty
 * only if the text is.
 */
export function cleanVariant(formatId: FormatId | string, text: string): string {
  let cleaned = text.replace(/\r\n?/g, '\n').trim();
  for (;;) {
    const next = STEPS.reduce((now, step) => step(now, formatId) || now, cleaned);
    if (next === cleaned) return cleaned;
    cleaned = next;
  }
}

type Step = (text: string, formatId: string) => string;

const withoutFence: Step = (text) => {
  const inside = /^(`{3,}|~{3,})[\w-]*\n([^]*)\n\1$/.exec(text);
  // One fence around the whole text, not a text that begins and ends with code.
  return inside && !inside[2]!.includes(inside[1]!) ? inside[2]!.trim() : text;
};

const withoutPreamble: Step = (text, formatId) => {
  const end = text.indexOf('\n');
  if (end < 0) return text;
  const first = text.slice(0, end).trim();
  const bare = first.replace(/^\*\*(.*)\*\*$/, '$1').replace(/\*\*:$/, ':');
  if (bare.length > 240 || !bare.endsWith(':') || !/^\n[ \t]*\n/.test(text.slice(end))) return text;
  const rest = bare.replace(YES, '');
  const announces =
    rest === bare
      ? ANNOUNCEMENTS.get(formatId)?.test(bare)
      : POLITE_ANNOUNCEMENTS.get(formatId)?.test(rest) || HERE_YOU_GO.test(rest);
  return announces ? withoutRule(text.slice(end).trim()) : text;
};

const withoutAfterword: Step = (text) => {
  const start = text.lastIndexOf('\n\n');
  if (start < 0 || !AFTERWORD.test(text.slice(start).trim())) return text;
  const rest = text.slice(0, start).trim();
  const line = rest.lastIndexOf('\n');
  return line >= 0 && /^\n(?:-{3,}|\*{3,})$/.test(rest.slice(line))
    ? rest.slice(0, line).trim()
    : rest;
};

const withoutQuotes: Step = (text) => {
  const close = QUOTES[text[0] ?? ''];
  if (close === undefined || text.length < 2 || !text.endsWith(close)) return text;
  const inside = text.slice(1, -1);
  // Quotation marks inside belong to the text, as do those of sentences at its two ends.
  return /["“”„«»]/.test(inside) ? text : inside.trim();
};

/** Only posts and captions come in quotation marks; on a page they are intended. */
const ofPosts: Step = (text, formatId) =>
  formatById(formatId)?.category === 'social' ? withoutQuotes(text, formatId) : text;

/** Removes a rule between the announcement and the text. */
function withoutRule(text: string): string {
  return text.replace(/^(?:-{3,}|\*{3,})\n+/, '');
}

const STEPS: readonly Step[] = [withoutFence, withoutPreamble, withoutAfterword, ofPosts];

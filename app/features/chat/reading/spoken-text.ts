import { decodeReferences } from '~/lib/markdown/addresses';

/** In UTF-16 units: some voices of Chromium fall silent about 15 seconds into one utterance. */
const MAX_PART = 200;
const CODE = '<div class="code-block">';
const CODE_END = '</pre></div>';
/** Where a part may end, the best place first. */
const BREAKS = [['. ', '! ', '? ', '。', '！', '？'], [', ', '; ', ': ', '、', '，'], [' ']];

/** What is read aloud of our renderer's HTML, in parts that a voice can say in one go. Code and formulas are left out. */
export function spokenParts(html: string): string[] {
  const text = html
    .split(CODE)
    .map((part, at) => (at === 0 ? part : part.slice(part.indexOf(CODE_END) + CODE_END.length)))
    .join('\n')
    .replace(/<(?:div|span) class="math-[^<]*<\/(?:div|span)>/g, ' ')
    .replace(/<\/t[dh]>\s*(?=<t[dh])/g, ', ')
    .replace(/<\/(?:p|h[1-6]|li|tr|blockquote|div)>|<br>|<ul>|<ol[^<>]*>/g, '\n')
    .replace(/<[^<>]*>/g, '');
  return decodeReferences(text)
    .split('\n')
    .map((line) => line.replace(/\bhttps?:\/\/(?:www\.)?([^\s/]+)\S*/g, '$1').trim())
    .filter((line) => /[\p{L}\p{N}]/u.test(line))
    .flatMap(partsOf);
}

function partsOf(line: string): string[] {
  const parts: string[] = [];
  let rest = line;
  while (rest.length > MAX_PART) {
    const end = endIn(rest.slice(0, MAX_PART));
    parts.push(rest.slice(0, end).trim());
    rest = rest.slice(end).trim();
  }
  return rest === '' ? parts : [...parts, rest];
}

function endIn(head: string): number {
  for (const marks of BREAKS) {
    const end = Math.max(
      ...marks.map((mark) => {
        const at = head.lastIndexOf(mark);
        return at === -1 ? 0 : at + mark.length;
      }),
    );
    // A very short part would sound torn off.
    if (end > MAX_PART / 4) return end;
  }
  return /[\uD800-\uDBFF]$/.test(head) ? head.length - 1 : head.length;
}

const SCRIPTS: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Devanagari}/u, 'hi'],
  [/\p{Script=Thai}/u, 'th'],
];

/** The language of a text that its script alone tells. */
export function languageOfScript(text: string): string | undefined {
  const letters = text.match(/\p{L}/gu) ?? [];
  return SCRIPTS.find(
    ([script]) => letters.filter((letter) => script.test(letter)).length > letters.length / 4,
  )?.[1];
}

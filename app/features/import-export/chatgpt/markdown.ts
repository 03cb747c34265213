import { trimEndOf } from '~/lib/text/trim-ends';

/** Text as code, in a fence longer than any in the text. */
export function fenced(text: string, language = ''): string {
  const fence = '`'.repeat(Math.max(2, longestRun(text)) + 1);
  return `${fence}${languageName(language)}\n${trimEndOf(text, /\n/)}\n${fence}`;
}

/** The longest run of backticks. */
function longestRun(text: string): number {
  let longest = 0;
  for (let start = text.indexOf('`'), end = start; start !== -1; start = text.indexOf('`', end)) {
    end = start;
    while (text[end] === '`') end++;
    longest = Math.max(longest, end - start);
  }
  return longest;
}

function languageName(language: string): string {
  return /^[\w+#.-]{1,20}$/.test(language) && language !== 'unknown' ? language.toLowerCase() : '';
}

export function quoted(text: string): string {
  return text
    .trim()
    .split(/\r?\n/)
    .map((line) => `> ${line}`.trimEnd())
    .join('\n');
}

/** A text on one line, escaped so that nothing in it is read as Markdown. */
export function inLine(text: string, max = 200): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const characters = [...line.slice(0, max * 2)];
  const cut = characters.length > max ? `${characters.slice(0, max - 1).join('')}…` : line;
  return cut.replace(/[\\`*_[\]<>#|~$&!]/g, '\\$&');
}

/** A link; only its words when the address isn't that of a web page. */
export function linked(title: string, address: string): string {
  const url = webAddress(address);
  const words = inLine(title, 120);
  if (url === null) return words;
  return `[${words || inLine(new URL(url).hostname)}](${url})`;
}

export function webAddress(address: string): string | null {
  if (address.length > 2_000 || !URL.canParse(address)) return null;
  const url = new URL(address);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return null;
  // These would end the link's address, or begin code before it ends.
  return url.href.replace(
    /[()<>\\`]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** A document, set off within an answer. */
export function titled(title: string, body: string): string {
  return `---\n\n**${inLine(title) || 'Document'}**\n\n${body.trim()}\n\n---`;
}

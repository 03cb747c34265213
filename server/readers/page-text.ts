import { Parser } from 'htmlparser2';

import { LookReader, type PageLook } from './page-look.ts';

/** What a page says, and where its links lead. */
export interface PageText {
  title: string;
  text: string;
  /** The address that links are relative to, if the page names one. */
  base: string;
  links: { href: string; text: string }[];
  look: PageLook;
}

const MAX_LINKS = 300;
const MAX_HREF = 1_000;
const MAX_LINK_TEXT = 200;
const MAX_TITLE = 200;
/** No page that people wrote is nested as deep; the parser takes longer with every level. */
const MAX_DEPTH = 500;

/** Their text isn't part of what a page says. */
const SKIPPED = new Set(
  'script style noscript template svg math iframe object canvas video audio select textarea button dialog title'.split(
    ' ',
  ),
);
/** Their text repeats on each page, but their links lead to the other pages. */
const MENUS = new Set(['nav', 'form']);
const BLOCKS = new Set(
  'address article aside blockquote body br dd details div dl dt fieldset figcaption figure footer header hr li main ol p pre section summary table tbody thead tr ul'.split(
    ' ',
  ),
);
const HEADING = /^h[1-6]$/;
const HIDDEN_STYLE = /(?:display\s*:\s*none|visibility\s*:\s*hidden)/i;

class TooDeep extends Error {}

/** Reads HTML as a person would read the page: its title, headings, paragraphs, and lists. */
export function readPage(html: string, maxCharacters: number): PageText {
  const looks = new LookReader();
  const page: PageText = { title: '', text: '', base: '', links: [], look: looks.look() };
  const lines = new Lines(maxCharacters);
  /** For each open element, what applies within it. */
  const open: { skipped: boolean; menu: boolean }[] = [];
  let link: { href: string; text: string } | null = null;
  let inTitle = false;
  let inStyle = false;
  let description = '';

  const parser = new Parser({
    onopentag(name, attributes) {
      if (open.length >= MAX_DEPTH) throw new TooDeep();
      const outer = open.at(-1);
      const skipped = outer?.skipped || SKIPPED.has(name) || isHidden(attributes);
      const menu = outer?.menu || MENUS.has(name) || attributes.role === 'navigation';
      open.push({ skipped, menu });
      looks.tag(name, attributes);
      inStyle = name === 'style';
      if (name === 'title') inTitle = page.title === '' && !outer?.skipped;
      else if (name === 'base') page.base ||= (attributes.href ?? '').slice(0, MAX_HREF);
      else if (name === 'meta') description ||= descriptionIn(attributes);
      else if (name === 'a' && page.links.length < MAX_LINKS) link = linkIn(attributes);
      else if (skipped || menu) return;
      else if (name === 'td' || name === 'th') lines.separate();
      else if (name === 'li') lines.begin('- ');
      else if (HEADING.test(name)) lines.begin(`${'#'.repeat(Math.min(4, Number(name[1]) + 1))} `);
      else if (BLOCKS.has(name)) lines.begin('');
    },
    ontext(text) {
      const within = open.at(-1);
      if (inStyle) looks.style(text);
      if (inTitle) page.title += text.slice(0, MAX_TITLE);
      if (link && link.text.length < MAX_LINK_TEXT) link.text += text;
      if (!within?.skipped && !within?.menu) lines.add(text);
    },
    onclosetag(name) {
      const within = open.pop();
      inStyle = false;
      if (name === 'title') inTitle = false;
      if (name === 'a' && link) {
        page.links.push({ href: link.href, text: clean(link.text).slice(0, MAX_LINK_TEXT) });
        link = null;
      }
      if (within?.skipped || within?.menu) return;
      if (name === 'li' || HEADING.test(name)) lines.end();
      else if (BLOCKS.has(name)) lines.begin('');
    },
  });
  try {
    parser.end(html);
  } catch (error) {
    // What came before is the page.
    if (!(error instanceof TooDeep)) throw error;
  }

  page.look = looks.look();
  page.title = clean(page.title).slice(0, MAX_TITLE);
  const body = lines.whole();
  const about = clean(description).slice(0, maxCharacters);
  page.text = [body.includes(about) ? '' : about, body]
    .filter((part) => part !== '')
    .join('\n\n')
    .slice(0, maxCharacters);
  return page;
}

function isHidden(attributes: Record<string, string>): boolean {
  return (
    'hidden' in attributes ||
    attributes['aria-hidden'] === 'true' ||
    HIDDEN_STYLE.test((attributes.style ?? '').slice(0, 1_000))
  );
}

function descriptionIn({ name, property, content = '' }: Record<string, string>): string {
  const kind = (name ?? property ?? '').toLowerCase();
  return kind === 'description' || kind === 'og:description' ? content : '';
}

function linkIn({ href, title = '' }: Record<string, string>) {
  if (href === undefined || href.length > MAX_HREF || href.startsWith('#')) return null;
  return { href, text: title === '' ? '' : `${title.slice(0, MAX_LINK_TEXT)} ` };
}

/** Lines of text, each once: sliders and menus for phones repeat what a page says. */
class Lines {
  private readonly seen = new Set<string>();
  private readonly max: number;
  private text = '';
  private line = '';
  private mark = '';
  private afterItem = false;

  constructor(max: number) {
    this.max = max;
  }

  add(text: string): void {
    if (this.line.length < this.max) this.line += text;
  }

  /** Separates cells of a table. */
  separate(): void {
    if (this.line.trim() !== '') this.line += ' | ';
  }

  /** Ends the line; the next one begins with this mark, or with that of the block around it. */
  begin(mark: string): void {
    const content = this.line === '' || this.text.length >= this.max ? '' : clean(this.line);
    this.line = '';
    if (content !== '') {
      this.append(content);
      this.mark = '';
    }
    if (mark !== '') this.mark = mark;
  }

  /** Ends the line and what its mark stood for. */
  end(): void {
    this.begin('');
    this.mark = '';
  }

  whole(): string {
    this.end();
    return this.text;
  }

  private append(content: string): void {
    if (this.seen.has(content)) return;
    this.seen.add(content);
    const isItem = this.mark === '- ';
    if (this.text !== '') this.text += isItem && this.afterItem ? '\n' : '\n\n';
    this.text += this.mark + content;
    this.afterItem = isItem;
  }
}

/** On one line, without characters that can't be seen. */
function clean(text: string): string {
  return text
    .toWellFormed()
    .replace(/\p{Cf}+/gu, '')
    .replace(/[\p{Cc}\p{Z}]+/gu, ' ')
    .trim();
}

const CHARSET_VALUE = /^\s*=\s*["']?([\w:.-]+)/;
const PRESCANNED = 1_024;

/** Decodes as browsers do: by a byte order mark, the header, the page itself, and else what fits. */
export function decodePage(bytes: Uint8Array, charset: string): string {
  const head = Buffer.from(bytes.subarray(0, PRESCANNED)).toString('latin1');
  const marked = head.startsWith('\xef\xbb\xbf')
    ? 'utf-8'
    : head.startsWith('\xff\xfe')
      ? 'utf-16le'
      : head.startsWith('\xfe\xff')
        ? 'utf-16be'
        : '';
  for (const label of [marked, charset, metaCharset(head)]) {
    const decoder = decoderOf(label);
    if (decoder) return decoder.decode(bytes);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** A page whose beginning reads as ASCII isn't in UTF-16, whatever it says. */
function metaCharset(head: string): string {
  for (const tag of head.toLowerCase().split('<meta').slice(1)) {
    const [attributes = ''] = tag.split('>', 1);
    const at = attributes.indexOf('charset');
    const label = at < 0 ? null : CHARSET_VALUE.exec(attributes.slice(at + 'charset'.length));
    if (label?.[1]) return label[1].startsWith('utf-16') ? 'utf-8' : label[1];
  }
  return '';
}

function decoderOf(label: string): TextDecoder | null {
  if (label === '') return null;
  try {
    return new TextDecoder(label);
  } catch {
    // No encoding has this name.
    return null;
  }
}

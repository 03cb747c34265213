/** A run of code with one kind of highlighting; null has the color of text. */
export type Run = [text: string, kind: Kind | null];

export type Kind =
  | 'added'
  | 'attribute'
  | 'comment'
  | 'keyword'
  | 'number'
  | 'removed'
  | 'string'
  | 'title'
  | 'type';

/** The highlight.js scopes that have a color in our theme. */
const KINDS = new Map<string, Kind>([
  ['addition', 'added'],
  ['attr', 'attribute'],
  ['attribute', 'attribute'],
  ['built_in', 'type'],
  ['bullet', 'attribute'],
  ['char', 'string'],
  ['comment', 'comment'],
  ['deletion', 'removed'],
  ['doctag', 'keyword'],
  ['keyword', 'keyword'],
  ['link', 'string'],
  ['literal', 'number'],
  ['meta', 'comment'],
  ['name', 'type'],
  ['number', 'number'],
  ['property', 'attribute'],
  ['quote', 'comment'],
  ['regexp', 'string'],
  ['section', 'title'],
  ['selector-attr', 'attribute'],
  ['selector-class', 'attribute'],
  ['selector-id', 'attribute'],
  ['selector-pseudo', 'keyword'],
  ['selector-tag', 'type'],
  ['string', 'string'],
  ['symbol', 'number'],
  ['template-tag', 'keyword'],
  ['template-variable', 'attribute'],
  ['title', 'title'],
  ['type', 'type'],
  ['variable', 'attribute'],
]);

const REFERENCES: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#x27;': "'",
};

/** Splits the HTML that highlight.js writes into text and kinds, so that none of that HTML gets into a page. */
export function runsOf(html: string): Run[] {
  const runs: Run[] = [];
  const kinds: (Kind | null)[] = [];
  for (const [, scope, close, text] of html.matchAll(
    /<span class="hljs-([\w-]+)(?:[^\w"<>-][^"<>]*)?">|<span[^<>]*>|(<\/span>)|([^<]+)/g,
  )) {
    const kind = kinds.at(-1) ?? null;
    if (close !== undefined) kinds.pop();
    else if (text === undefined) kinds.push(KINDS.get(scope ?? '') ?? kind);
    else {
      const last = runs.at(-1);
      const plain = text.replace(/&(?:amp|lt|gt|quot|#x27);/g, (found) => REFERENCES[found] ?? '');
      if (last && last[1] === kind) last[0] += plain;
      else runs.push([plain, kind]);
    }
  }
  return runs;
}

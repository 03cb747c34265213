import { PAYLOADS, TRIPWIRE_HOST, TRIPWIRE_SCRIPT } from './markdown-payloads.ts';

/** A marker that identifies a column's text on a page. It means nothing in HTML or Markdown. */
export function markerOf(column: string): string {
  return `mk-${column.replace(/[._]/g, '-')}-km`;
}

export const MARKER = /mk-[a-z0-9-]+-km/g;

/** Long enough to break a layout. */
const LONG_WORD = 'unbroken'.repeat(30);

/**
 * One line that is a script's address where an address is expected, and closes whatever else it may be inserted into:
 * an attribute, a comment, a script, a style, a title.
 */
export function hostileLine(column: string): string {
  const script = TRIPWIRE_SCRIPT;
  return [
    `javascript:/*${markerOf(column)}*/${script}//`,
    `"'\`--></title></textarea></style></script><script>${script}</script>`,
    `<img src=x onerror=${script}><svg onload=${script}>`,
    `<base href=//${TRIPWIRE_HOST}><meta http-equiv=refresh content=0;url=//${TRIPWIRE_HOST}>`,
    `" autofocus onfocus="${script}`,
    `{{constructor.constructor('${script}')()}}\${${script}}&lt;img src=x onerror=${script}&gt;`,
    `\u202e\u2066\u05e9\u05dc\u05d5\u05dd\u200b\u200d\u2028`,
    LONG_WORD,
  ].join(' ');
}

/** Removes what PostgreSQL rejects: NULs and lone surrogates. */
const stored = (text: string) => text.replaceAll('\0', '').toWellFormed();

/** All known payloads in one text. */
export function hostileText(column: string): string {
  const sources = PAYLOADS.map(({ source }) => stored(source));
  return `${hostileLine(column)}\n\n${sources.join('\n\n')}\n\nThe end of ${markerOf(column)}`;
}

/** The same for fields that appear often on one page. */
export function hostileLines(column: string): string {
  const few = PAYLOADS.filter((_, index) => index % 17 === 0).map(({ source }) => stored(source));
  return `${hostileLine(column)}\n\n${few.join('\n\n')}`;
}

/** The payloads as the messages of a conversation. */
export function hostileMessages(column: string): string[] {
  const groups = Object.groupBy(PAYLOADS, ({ name }) => name.replace(/ \d+$/, ''));
  return Object.values(groups).map((group) => {
    const texts = group?.map(({ source }) => stored(source)) ?? [];
    return [hostileLine(column), ...texts].join('\n\n');
  });
}

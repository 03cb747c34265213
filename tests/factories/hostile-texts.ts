import { PAYLOADS, TRIPWIRE_HOST, TRIPWIRE_SCRIPT } from './markdown-payloads.ts';

/** How the text of a column is found again on a page. Nothing in it means anything to HTML or Markdown. */
export function markerOf(column: string): string {
  return `mk-${column.replace(/[._]/g, '-')}-km`;
}

export const MARKER = /mk-[a-z0-9-]+-km/g;

/** So much at once does harm nowhere but to the layout. */
const LONG_WORD = 'unbroken'.repeat(30);

/**
 * One line that is an address of a script where an address is expected, and ends whatever else it may have been put into:
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

/** What PostgreSQL takes: no NUL, no half characters. */
const stored = (text: string) => text.replaceAll('\0', '').toWellFormed();

/** Everything that people, models and files have ever been known to write, as one text. */
export function hostileText(column: string): string {
  const sources = PAYLOADS.map(({ source }) => stored(source));
  return `${hostileLine(column)}\n\n${sources.join('\n\n')}\n\nThe end of ${markerOf(column)}`;
}

/** As above, but for fields of which there are many on one page. */
export function hostileLines(column: string): string {
  const few = PAYLOADS.filter((_, index) => index % 17 === 0).map(({ source }) => stored(source));
  return `${hostileLine(column)}\n\n${few.join('\n\n')}`;
}

/** One text to each message of a conversation. */
export function hostileMessages(column: string): string[] {
  const groups = Object.groupBy(PAYLOADS, ({ name }) => name.replace(/ \d+$/, ''));
  return Object.values(groups).map((group) => {
    const texts = group?.map(({ source }) => stored(source)) ?? [];
    return [hostileLine(column), ...texts].join('\n\n');
  });
}

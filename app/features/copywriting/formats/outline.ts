import { withoutInlineMarks } from '~/lib/text/plain-line';

export interface Heading {
  level: number;
  text: string;
  /** Where its line begins in the text, and where what follows it begins. */
  start: number;
  end: number;
}

const HEADING = /^ {0,3}(#{1,6})[ \t]+(\S.*)$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** The headings of a Markdown text that are written with `#`, outside blocks of code. Line ends are `\n`. */
export function headingsOf(text: string): Heading[] {
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

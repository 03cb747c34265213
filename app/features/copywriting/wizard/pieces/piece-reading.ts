import type { CategoryId } from '../../formats/categories';

/** A line that divides the posts of a thread, and the mails of a sequence. */
const DIVIDER = /^[ \t]*---[ \t]*$/m;

/** Posts on a network know no Markdown: a star in them is a star. */
export function isMarkdown(category: CategoryId | undefined): boolean {
  return category !== 'social';
}

/** The posts of a thread, also of one that is still being written. */
export function dividedPosts(text: string): string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(DIVIDER)
    .map((post) => post.trim())
    .filter((post) => post !== '');
}

/** As Markdown reads it: right below a line of text a divider would make a heading of that line. */
export function markdownOf(text: string): string {
  const lines = text.split('\n');
  return lines
    .map((line, index) => {
      const heads = index > 0 && DIVIDER.test(line) && lines[index - 1]!.trim() !== '';
      return heads ? `\n${line}` : line;
    })
    .join('\n');
}

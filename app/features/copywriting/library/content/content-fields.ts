/** The longest title and folder name, and the longest text, in characters (code points) and UTF-16 units. */
export const MAX_TITLE = 200;
export const MAX_FOLDER_NAME = 60;
export const MAX_CONTENT = 200_000;

/** What PostgreSQL cannot store, and half characters, removed. */
function storable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** A title or name as it is kept: on one line. Empty when nothing is left. */
export function cleanName(typed: string, most: number): string {
  const line = storable(typed).replace(/\s+/gu, ' ').trim();
  if (line.length <= most) return line;
  return Array.from(line.slice(0, most * 2))
    .slice(0, most)
    .join('')
    .trim();
}

/** A text as it is kept: with the line ends of Markdown. */
export function cleanContent(typed: string): string {
  return storable(typed).replace(/\r\n?/g, '\n');
}

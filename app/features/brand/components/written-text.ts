/** A text as it is kept: what PostgreSQL cannot hold is left out, and lines end as they do in a browser. */
export function writtenText(typed: string): string {
  return typed.replaceAll('\0', '').toWellFormed().replaceAll('\r\n', '\n');
}

/** A name as it is kept: one line, without space around it. */
export function writtenName(typed: string): string {
  return writtenText(typed).replace(/\s+/g, ' ').trim();
}

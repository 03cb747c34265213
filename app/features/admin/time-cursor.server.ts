import { isId } from '~/lib/ids.server';

/** The last row of a page in a list by time. */
export interface TimeCursor {
  createdAt: Date;
  id: string;
}

export function writeCursor({ createdAt, id }: TimeCursor): string {
  return `${createdAt.getTime()}.${id}`;
}

/** Null for the first page, and for an invalid cursor. */
export function readCursor(
  text: string | null,
  isValid: (id: string) => boolean = isId,
): TimeCursor | null {
  const [, time, id] = /^(\d{1,14})\.(.+)$/.exec(text ?? '') ?? [];
  return time !== undefined && id !== undefined && isValid(id)
    ? { createdAt: new Date(Number(time)), id }
    : null;
}

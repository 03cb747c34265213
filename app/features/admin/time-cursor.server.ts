import { isId } from '~/lib/ids.server';

/** Where a list by time goes on: after this one. */
export interface TimeCursor {
  createdAt: Date;
  id: string;
}

export function writeCursor({ createdAt, id }: TimeCursor): string {
  return `${createdAt.getTime()}.${id}`;
}

/** Null for the beginning, and for what no page gave. */
export function readCursor(text: string | null): TimeCursor | null {
  const [, time, id] = /^(\d{1,14})\.(.+)$/.exec(text ?? '') ?? [];
  return time !== undefined && isId(id) ? { createdAt: new Date(Number(time)), id } : null;
}

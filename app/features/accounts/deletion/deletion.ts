import { DAY_MS } from '~/lib/time';

/** A request for the account's deletion, as its owner sees it. Days are in words. */
export interface DeletionView {
  requestedOn: string;
  /** Null: it is only recorded, and the operator carries it out. */
  dueOn: string | null;
}

/** When a request of this time is carried out; null if `days` is 0, which means never by itself. */
export function dueAfter(requestedAt: Date, days: number): Date | null {
  return days === 0 ? null : new Date(requestedAt.getTime() + days * DAY_MS);
}

import { DAY_MS } from '~/lib/time';

/** A request for the account's deletion, as its owner sees it. Days are in words. */
export interface DeletionView {
  requestedOn: string;
  /** Null: it is only recorded, and the operator carries it out. */
  dueOn: string | null;
}

/** What the tab shows that deletes the account. */
export interface DeletionTab {
  /** The open request. */
  deletion: DeletionView | null;
  /** The day on which a request made now would be carried out, in words; null: never by itself. */
  wouldBeDueOn: string | null;
}

/** When a request of this time is carried out; null if `days` is 0, which means never by itself. */
export function dueAfter(requestedAt: Date, days: number): Date | null {
  return days === 0 ? null : new Date(requestedAt.getTime() + days * DAY_MS);
}

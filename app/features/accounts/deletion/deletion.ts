import { DAY_MS } from '~/lib/time';
/** Someone's request to have their account deleted, as they see it. Days are in words. */
export interface DeletionView {
  requestedOn: string;
  /** Null: it is only recorded, and whoever runs the site carries it out. */
  dueOn: string | null;
}

/** When a request of this moment is carried out; null with 0 days: never by itself. */
export function dueAfter(requestedAt: Date, days: number): Date | null {
  return days === 0 ? null : new Date(requestedAt.getTime() + days * DAY_MS);
}

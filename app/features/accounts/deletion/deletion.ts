/** Someone's request to have their account deleted, as they see it. Days are in words. */
export interface DeletionView {
  requestedOn: string;
  /** Null: it is only recorded, and whoever runs the site carries it out. */
  dueOn: string | null;
}

const DAY_MS = 24 * 3_600_000;

/** When a request of this moment is carried out; null with 0 days: never by itself. */
export function dueAfter(requestedAt: Date, days: number): Date | null {
  return days === 0 ? null : new Date(requestedAt.getTime() + days * DAY_MS);
}

/** A day in words, in the person's time zone; in UTC where that is not known. */
export function dayText(moment: Date, timeZone: string | null): string {
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: timeZone ?? 'UTC',
  }).format(moment);
}

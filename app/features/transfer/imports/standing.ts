import type { ImportStanding } from '../transfer';

/** What was known of a conversation when it came in last. */
export interface Before {
  messages: number;
  endedAt: number | null;
}

/** Whether a conversation of an export is new here, or has grown since it came in last. */
export function standingOf(
  now: Before,
  before: Before | undefined,
): Exclude<ImportStanding, 'unreadable'> {
  if (!before) return 'fresh';
  const later = now.endedAt !== null && (before.endedAt === null || now.endedAt > before.endedAt);
  // An older export knows less: nothing of it is new.
  return later || now.messages > before.messages ? 'grown' : 'known';
}

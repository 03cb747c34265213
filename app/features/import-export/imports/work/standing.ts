import type { ImportStanding } from '../../page/transfer';

/** What was known of a conversation when it came in last. */
export interface Before {
  messages: number;
  endedAt: number | null;
  /** Files that did not come in, or that its export does not have. */
  missingFiles: number;
}

/** Whether a conversation of an export is new here, or has more than when it came in last. */
export function standingOf(
  now: Before,
  before: Before | undefined,
): Exclude<ImportStanding, 'unreadable'> {
  if (!before) return 'fresh';
  const later = now.endedAt !== null && (before.endedAt === null || now.endedAt > before.endedAt);
  // An older export knows less: nothing of it is new.
  const isMore = now.messages > before.messages || now.missingFiles < before.missingFiles;
  return later || isMore ? 'grown' : 'known';
}

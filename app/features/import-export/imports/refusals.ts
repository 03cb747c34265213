/** Why a request about an import is refused, and why an import failed. */
export const importRefusals = {
  gone: 'This import no longer exists.',
  busy: 'Another import is in progress. Wait until it’s done, or cancel it first.',
  tooLarge: 'This export is larger than 8 GB, the most you can import at once.',
  over: 'This import is done or was canceled. Start a new one.',
  wrongPart: 'A part of your upload has the wrong size. Try again.',
  brokenPart: 'A part of your upload didn’t arrive in full. Try again.',
  notStored: 'Your upload can’t be saved right now. Try again in a few minutes.',
  incomplete: 'Your upload isn’t complete yet.',
  notReady: 'There’s nothing to choose yet, or the import has already started.',
  nothingChosen: 'Choose at least one conversation to import.',
  stillRunning: 'This import is still in progress. Cancel it first.',
  removing: 'This import is being removed and can’t be canceled.',
  pageGone: 'This part of the list doesn’t exist.',

  /** Stored with an import that ended. */
  abandoned: 'This import expired after two days. Upload your export again.',
  storeAway:
    'File storage couldn’t be reached for a while. Everything imported so far is kept. Try again later.',
  unexpected:
    'Something went wrong on our side. Everything imported so far is kept. Try again later.',
  broken:
    'The import failed three times, so we stopped trying. Everything imported so far is kept. Try again later. If it fails again, tell your admin.',
  tooMuchMemory:
    'We tried three times, but this export needs more memory than an import may use. Everything imported so far is kept. Ask your admin if you need the rest.',
  tooSlow:
    'We tried three times, but this export takes longer than an import may. Everything imported so far is kept. Ask your admin if you need the rest.',
  tooMany: 'This export has more than 200,000 conversations, the most you can import.',
} as const;

/** Why a conversation was skipped: lines of the report. */
export const importRemarks = {
  unstored: 'It couldn’t be saved.',
  unread: 'It couldn’t be read because the export is damaged there.',
  deleted: 'It was deleted during the import.',
  empty: 'It has no messages we can show.',
} as const;

/** Why files of a conversation weren't imported. Sources count the files that they lack under the same words. */
export const FILE_LOSSES = {
  missing: 'a file that’s missing from the export',
  damaged: 'a file that couldn’t be read',
  overQuota: 'a file that didn’t fit because your storage is full',
} as const;

/** A line of the report: `A file that …`, with the number if there are several. */
export function remarkText(what: string, count: number): string {
  const begin = what.slice(0, 1).toUpperCase() + what.slice(1);
  return count === 1 ? `${begin}.` : `${begin} (${count} times).`;
}

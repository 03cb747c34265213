/** Why a request about an import is refused, and why an import failed. */
export const importRefusals = {
  gone: 'This import is not there any more.',
  busy: 'Another import is under way. Wait until it has ended, or cancel it first.',
  tooLarge: 'This export is larger than 8 GB, which is more than can be imported at once.',
  over: 'This import has ended, or was canceled. Start a new one.',
  wrongPart: 'This part does not have the length it should have.',
  brokenPart: 'This part did not arrive whole. It has to be sent again.',
  notStored: 'The upload cannot be stored at the moment. Please try again in a few minutes.',
  incomplete: 'The upload is not complete yet.',
  notReady: 'There is nothing to choose from yet, or the choice was made already.',
  nothingChosen: 'Choose at least one conversation to import.',
  stillRunning: 'This import is still under way. Cancel it first.',
  removing: 'This import is being removed, which cannot be canceled.',
  pageGone: 'This page of the list does not exist.',

  /** Stored with an import that ended. */
  abandoned: 'It was left alone for two days. Upload the export again.',
  storeAway:
    'The storage for files could not be reached for a while. What came in until then is there; please try again later.',
  unexpected:
    'Something went wrong on our side. What came in until then is there; please try again later.',
  broken:
    'The import failed three times, so we stopped trying. Everything imported so far is kept. Try again later. If it fails again, tell your admin.',
  tooMuchMemory:
    'We tried three times, but this export needs more memory than an import may use. Everything imported so far is kept. Ask your admin if you need the rest.',
  tooSlow:
    'We tried three times, but this export takes longer than an import may. Everything imported so far is kept. Ask your admin if you need the rest.',
  tooMany: 'This export holds more than 200,000 conversations, which is more than can be imported.',
} as const;

/** Why a conversation was skipped: lines of the report. */
export const importRemarks = {
  unstored: 'It could not be stored.',
  unread: 'It could not be read: the export is damaged at this place.',
  deleted: 'It was deleted while it came in.',
  empty: 'It has no messages that can be shown.',
} as const;

/** Why files of a conversation weren't imported. Sources count the files that they lack under the same words. */
export const FILE_LOSSES = {
  missing: 'a file that the export does not have',
  damaged: 'a file that could not be read',
  overQuota: 'a file that does not fit: your storage is full',
} as const;

/** A line of the report: `A file that …`, with the number if there are several. */
export function remarkText(what: string, count: number): string {
  const begin = what.slice(0, 1).toUpperCase() + what.slice(1);
  return count === 1 ? `${begin}.` : `${begin} (${count} times).`;
}

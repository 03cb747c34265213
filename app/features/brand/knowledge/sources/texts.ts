import type { WebsiteErrorCode } from '~/gateways/website/index.server';
import { fileRefusalText } from '~/lib/files/file-refusals';
import type { FileRefusal } from '~/lib/files/readable-file';

import { MAX_SITE_PAGES, MAX_SOURCES } from './source';

/** What people read about sources. */
export const sourceTexts = {
  gone: 'This source no longer exists.',
  tooMany: `A brand can have ${MAX_SOURCES} sources. Delete one to make room.`,
  textMissing: 'Add some text.',
  textTooLong: 'This text is too long. Use up to 200,000 characters.',
  nameMissing: 'Add a name.',
  nameTooLong: 'This name is too long. Use up to 200 characters.',
  notText: 'Only pasted text can be edited. Change the original, then resync.',
  contentGone: 'This saved content no longer exists. Choose another one.',
  contentDeleted:
    'The saved content was deleted. Its text stays here until you delete this source.',
  contentEmpty: 'The saved content is empty, so there’s nothing to read.',
  alreadyThere: (name: string) => `“${name}” is already a source of this brand.`,
  pagesFull: 'A brand can have 2,000 pages in all. Delete a source to make room.',
  storageFull: 'Your storage is full. Delete images or files you no longer need, then try again.',
  busy: 'This source is being read right now. Try again when it’s done.',
  notPaused: 'This source isn’t paused anymore.',
  cantPause: 'This source isn’t being read right now.',
  broken: 'Something went wrong while we read this. What we had is still here. Try to resync it.',
  fileGone: 'The file can’t be loaded right now. Try again later.',
  startGone: 'This website’s pages are missing. Delete it here, then add it again.',
  stopped: 'The website stopped answering. What we’ve read stays. Try to resync it later.',
  fileNotRestored: 'The file of a source is missing or damaged, so only its text came back.',
  fileNoRoom: 'Your storage is full, so a source came back without its file.',
  siteCut: `We read the first ${MAX_SITE_PAGES} pages. That’s the most for one website.`,
  siteBytesCut: 'We read the first 20 MB. That’s the most for one website.',
  profileCut: 'We stopped at 2,000 pages, the most for one brand.',

  loadFailed: 'Your sources didn’t load. Try again.',
  contentsFailed: 'Your saved content didn’t load. Try again.',
  addFailed: 'Your source wasn’t added. What you entered is still here, so try again.',
  resyncFailed: 'This source can’t be read again right now. Try again.',
  pauseFailed: 'This source wasn’t paused. Try again.',
  resumeFailed: 'Reading didn’t continue. Try again.',
  renameFailed: 'Your change wasn’t saved. Try again.',
  deleteFailed: 'This source wasn’t deleted. Try again.',
  restoreFailed: 'This source wasn’t restored. Try again.',
  deleted: 'Source deleted.',
  saved: 'Source saved.',
} as const;

/** Why a page of a website has no text, or an older one. */
export const PAGE_PROBLEMS: Record<WebsiteErrorCode, string> = {
  address: 'This isn’t a web address.',
  'not-public': 'This page isn’t open to everyone.',
  inner: 'We couldn’t reach this page.',
  unreachable: 'We couldn’t reach this page.',
  'timed-out': 'This page took too long to answer.',
  refused: 'The website didn’t let us read this page.',
  'not-found': 'There’s no page at this address.',
  fault: 'The website couldn’t show this page.',
  robots: 'The website asks tools like ours not to read this page.',
  elsewhere: 'This page leads to a different website.',
  loop: 'This page keeps redirecting.',
  'too-large': 'This page is larger than 2 MB.',
  kind: 'This address isn’t a web page.',
  unreadable: 'We couldn’t make sense of this page.',
  'no-text': 'We found no text on this page.',
  aborted: 'We stopped reading.',
};

const OWN_FILE_REASONS = {
  kind: 'isn’t a file we can read. Choose a PDF, Word (.docx), Markdown, text, or CSV file.',
  'no-text': 'has no text we can read; it may be a scan. Paste the text instead.',
};

/** The sentence for a refused file: which one, why, and what to do. */
export function sourceFileRefusal(name: string, reason: FileRefusal): string {
  return fileRefusalText(name, reason, OWN_FILE_REASONS);
}

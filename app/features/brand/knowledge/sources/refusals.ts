import type { WebsiteErrorCode } from '~/gateways/website/index.server';
import { fileRefusalText } from '~/lib/files/file-refusals';
import type { FileRefusal } from '~/lib/files/readable-file';

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

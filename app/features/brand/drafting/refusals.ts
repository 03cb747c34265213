import type { WebsiteErrorCode } from '~/gateways/website/index.server';
import { fileRefusalText } from '~/lib/files/file-refusals';
import type { FileRefusal } from '~/lib/files/readable-file';

const UNREACHABLE =
  'We couldn’t reach this website. Check the address, or paste your text instead.';

/** Why a website wasn't read. A name that leads to a private address reads like one that leads nowhere. */
export const WEBSITE_REFUSALS: Record<WebsiteErrorCode, string> = {
  address: 'Enter a web address, such as www.example.com.',
  'not-public':
    'We can only read websites that are open to everyone. Enter a public address, or paste your text instead.',
  inner: UNREACHABLE,
  unreachable: UNREACHABLE,
  'timed-out': 'This website took too long to answer. Try again, or paste your text instead.',
  refused: 'This website didn’t let us in. Paste your text instead.',
  'not-found': 'There’s no page at this address. Check it, or paste your text instead.',
  fault: 'This website isn’t working right now. Try again later, or paste your text instead.',
  robots: 'This website asks tools like ours not to read it. Paste your text instead.',
  elsewhere: 'This address leads to a different website. Enter that website’s address instead.',
  loop: 'This address keeps redirecting. Check it, or paste your text instead.',
  'too-large': 'This page is too large to read. Enter a smaller page, or paste your text instead.',
  kind: 'This address isn’t a web page. Enter a page’s address, or choose the file instead.',
  unreadable: 'We couldn’t make sense of this website. Paste your text instead.',
  'no-text': 'We found no text on this website. Paste your text instead.',
  aborted: 'We stopped reading.',
};

const OWN_FILE_REASONS = {
  kind: 'isn’t a file we can read. Choose a PDF, Word (.docx), Markdown, or text file.',
  'no-text': 'has no text we can read; it may be a scan. Paste the text instead.',
};

/** The sentence for a refused file: which one, why, and what to do. */
export function materialRefusalText(name: string, reason: FileRefusal): string {
  return fileRefusalText(name, reason, OWN_FILE_REASONS);
}

import type { WebsiteErrorCode } from '~/gateways/website/index.server';
import {
  type FileRefusal,
  MAX_FILE_BYTES,
  MAX_FILE_CHARACTERS,
  MAX_FILE_PAGES,
} from '~/lib/files/readable-file';
import { formatNumber } from '~/lib/format';

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

const fileReasons = (): Record<FileRefusal, string> => ({
  size: `is larger than ${MAX_FILE_BYTES / 1024 / 1024} MB. Choose a smaller file.`,
  empty: 'is empty. Choose a different file.',
  'broken-off': 'didn’t arrive in full. Try again.',
  kind: 'isn’t a file we can read. Choose a PDF, Word (.docx), Markdown, or text file.',
  'old-word': 'is in an old Office format. Save it as .docx or PDF, then choose that.',
  encoding: 'isn’t readable as text. Save it as UTF-8, then choose it again.',
  pages: `has more than ${MAX_FILE_PAGES} pages. Choose the pages that matter most.`,
  characters: `has more than ${formatNumber(MAX_FILE_CHARACTERS)} characters. Choose a shorter file.`,
  'no-text': 'has no text we can read. It may be a scan. Paste the text instead.',
  locked: 'is protected by a password. Save it without one, then choose it again.',
  damaged: 'can’t be opened. Save it again, then choose that.',
  unpacked: 'is too large once it’s unpacked. Save it as a PDF, then choose that.',
  pixels: 'is too large. Choose a smaller file.',
  time: 'takes too long to read. Choose a shorter file.',
  memory: 'is too complex to read. Choose a simpler file, or paste the text instead.',
});

export function fileRefusalText(name: string, reason: FileRefusal): string {
  return `“${name}” ${fileReasons()[reason]}`;
}

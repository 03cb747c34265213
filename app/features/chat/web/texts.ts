import type { WebsiteErrorCode } from '~/gateways/website/index.server';

/** Why a page isn't read. Where an address leads in this network is for the log alone. */
export function pageProblem(code: WebsiteErrorCode): string {
  switch (code) {
    case 'timed-out':
      return 'The page took too long to answer.';
    case 'not-found':
      return 'There is no such page.';
    case 'robots':
      return 'The website asks not to be read by programs.';
    case 'elsewhere':
    case 'loop':
      return 'The page leads to another website.';
    case 'too-large':
    case 'kind':
    case 'unreadable':
    case 'no-text':
      return 'The page has no text that can be read.';
    default:
      return 'The page couldn’t be read.';
  }
}

export const webTexts = {
  tooOften: 'You’ve used the web a lot in the last hour. Try again later.',
  notFound: 'Only pages that a search found, or that you named, are read.',
} as const;

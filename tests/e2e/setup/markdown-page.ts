// What the corpus test loads into a page.
export * from '../../../app/lib/markdown/browser';
export { renderMarkdown } from '../../../app/lib/markdown/render';
export { removedBySanitizer } from '../../../app/lib/markdown/sanitize';

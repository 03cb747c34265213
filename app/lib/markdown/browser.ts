// Loaded when text is first shown that the server has not rendered: `import('~/lib/markdown/browser')`.
import { renderMarkdown, type MarkdownOptions } from './render';
import { sanitizeHtml } from './sanitize';

export { createBlockSplitter, type BlockSplitter } from './split-blocks';
export { sanitizeHtml } from './sanitize';

/** HTML for a Markdown text, rendered and then cleaned once more. In a browser only. */
export function renderSafe(source: string, options?: MarkdownOptions): string {
  return sanitizeHtml(renderMarkdown(source, options));
}

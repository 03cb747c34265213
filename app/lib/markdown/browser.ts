// Loaded when text is first shown that the server has not rendered: `import('./browser')`.
import { renderMarkdown, type MarkdownOptions } from './render';
import { sanitizeHtml } from './sanitize';

export { createBlockSplitter, type BlockSplitter } from './split-blocks';
export { sanitizeHtml } from './sanitize';

/**
 * HTML for a text that is complete, where it differs from that of the blocks that it came in; null where it does not,
 * which is nearly always: then what is shown already can stay.
 */
export function wholeUnlessSame(
  text: string,
  blocks: readonly string[],
  options?: MarkdownOptions,
): string | null {
  const whole = renderMarkdown(text, options);
  const same = blocks.map((block) => renderMarkdown(block, options)).join('') === whole;
  return same ? null : sanitizeHtml(whole);
}

/** HTML for a Markdown text, rendered and then cleaned once more. In a browser only. */
export function renderSafe(source: string, options?: MarkdownOptions): string {
  return sanitizeHtml(renderMarkdown(source, options));
}

// Loaded when text that the server hasn't rendered is first shown: `import('./browser')`.
import { renderMarkdown, type MarkdownOptions } from './render';
import { sanitizeHtml } from './sanitize';

export { createBlockSplitter, type BlockSplitter } from './split-blocks';
export { sanitizeHtml } from './sanitize';

/**
 * HTML for a complete text if it differs from that of the blocks it streamed in; null if it doesn't, which is nearly
 * always the case: then what is already shown can stay.
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

/** HTML for Markdown, rendered and then sanitized once more. In a browser only. */
export function renderSafe(source: string, options?: MarkdownOptions): string {
  return sanitizeHtml(renderMarkdown(source, options));
}

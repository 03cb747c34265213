// Loaded when text that the server hasn't rendered is first shown: `import('./browser')`.
import { Slices } from './slices';

import { renderMarkdown, type MarkdownOptions } from './render';
import { sanitizeHtml } from './sanitize';

export { createBlockSplitter, type BlockSplitter } from './split-blocks';
export { sanitizeHtml } from './sanitize';

/**
 * HTML for a complete text if it differs from that of the blocks it streamed in; null if it doesn't, which is nearly
 * always the case: then what is already shown can stay. Leaves the page responsive while it compares.
 */
export async function wholeUnlessSame(
  text: string,
  blocks: readonly string[],
  options?: MarkdownOptions,
): Promise<string | null> {
  const slices = new Slices();
  await slices.pause();
  const whole = renderMarkdown(text, options);
  let compared = 0;
  for (const block of blocks) {
    await slices.breathe();
    const html = renderMarkdown(block, options);
    if (!whole.startsWith(html, compared)) return sanitizeHtml(whole);
    compared += html.length;
  }
  return compared === whole.length ? null : sanitizeHtml(whole);
}

/** What `sanitizeAhead` has sanitized, by the HTML it was given; the oldest first. */
const sanitized = new Map<string, string>();
/** More than are added at a time. */
const MAX_SANITIZED = 50;

/** Sanitizes HTML that is about to be shown, and leaves the page responsive meanwhile. */
export async function sanitizeAhead(htmls: readonly string[]): Promise<void> {
  const slices = new Slices();
  for (const html of htmls) {
    await slices.breathe();
    sanitized.set(html, sanitizeHtml(html));
    const [oldest] = sanitized.keys();
    if (sanitized.size > MAX_SANITIZED && oldest !== undefined) sanitized.delete(oldest);
  }
}

/** The same as `sanitizeHtml`, without the work if it was sanitized ahead. */
export function sanitizeOnce(html: string): string {
  return sanitized.get(html) ?? sanitizeHtml(html);
}

/** HTML for Markdown, rendered and then sanitized once more. In a browser only. */
export function renderSafe(source: string, options?: MarkdownOptions): string {
  return sanitizeHtml(renderMarkdown(source, options));
}

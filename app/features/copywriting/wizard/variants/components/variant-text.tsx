import { GrowingText } from '~/ui/rich-text/markdown-text';

import { formatById, type FormatId } from '../../../formats/formats';
import { dividedPosts, isMarkdown, markdownOf } from '../variant';

/** What there is of a part, also while it grows. Posts read as they are; the other formats are Markdown. */
export function VariantText({
  formatId,
  text,
  html,
  grows,
}: {
  formatId: FormatId;
  text: string;
  /** What the server rendered of it, shown until the renderer is here. */
  html: string | null;
  grows: boolean;
}) {
  if (formatId === 'thread') {
    return (
      <ol aria-label="Posts" className="space-y-3">
        {dividedPosts(text).map((post, index) => (
          <li
            key={index}
            className="rounded-lg border px-3.5 py-3 whitespace-pre-wrap wrap-anywhere"
          >
            {post}
          </li>
        ))}
      </ol>
    );
  }
  if (!isMarkdown(formatById(formatId)?.category)) {
    return <p className="leading-relaxed whitespace-pre-wrap wrap-anywhere">{text}</p>;
  }
  return <GrowingText text={markdownOf(text)} grows={grows} fallback={html} breaks />;
}

import { useMemo } from 'react';

import { useMarkdown } from '~/ui/rich-text/markdown-text';
import { RichText } from '~/ui/rich-text/rich-text';

interface ContentPreviewProps {
  content: string;
  /** What the server rendered, and of which text. */
  rendered: { content: string; html: string };
}

/**
 * The text as it will read. What came with the document stands in it already; what a navigation brings is rendered and
 * cleaned here, as is what has been typed since.
 */
export function ContentPreview({ content, rendered }: ContentPreviewProps) {
  const markdown = useMarkdown(content !== rendered.content);
  const html = useMemo(() => {
    if (markdown) return markdown.renderSafe(content, { breaks: true });
    return content === rendered.content ? rendered.html : null;
  }, [markdown, content, rendered]);

  if (content.trim() === '') return <p className="text-muted">There is no text yet.</p>;
  if (html === null) return <p className="prose-chat whitespace-pre-wrap">{content}</p>;
  return <RichText html={html} />;
}

import { useMemo, useRef } from 'react';

import { type Profiles, useCitations } from '~/features/brand';
import { useMarkdown } from '~/ui/rich-text/markdown-text';
import { RichText } from '~/ui/rich-text/rich-text';

import { FormatPreview } from '../../../formats/components/format-panels';
import type { FormatId } from '../../../formats/formats';
import { type PreviewImage, PreviewImageContext } from '../../../formats/preview-image';

/** The text as it will look where it is published, under the name of the brand in use. */
export function FormattedPreview({
  id,
  format,
  text,
  image,
  brand,
}: {
  id: string;
  format: FormatId;
  text: string;
  image: PreviewImage;
  brand: Profiles['selected'];
}) {
  return (
    <PreviewImageContext.Provider value={image}>
      <FormatPreview
        textId={id}
        formatId={format}
        text={text}
        businessName={brand?.name}
        brand={brand}
      />
    </PreviewImageContext.Provider>
  );
}

interface ContentPreviewProps {
  id: string;
  content: string;
  /** The server's HTML, and the text that it belongs to; null for none. */
  rendered: { content: string; html: string } | null;
}

/**
 * The text as it will read. The server's HTML is shown first; what a navigation brings or the user types is rendered
 * and sanitized here.
 */
export function ContentPreview({ id, content, rendered }: ContentPreviewProps) {
  const root = useRef<HTMLDivElement>(null);
  const markdown = useMarkdown(content !== rendered?.content);
  const html = useMemo(() => {
    if (markdown) return markdown.renderSafe(content, { breaks: true });
    return content === rendered?.content ? rendered.html : null;
  }, [markdown, content, rendered]);
  useCitations(root, id, html ?? '');

  if (content.trim() === '')
    return <p className="text-muted">No text yet. Choose Edit to start writing.</p>;
  if (html === null) return <p className="prose-chat whitespace-pre-wrap">{content}</p>;
  return (
    <div ref={root}>
      <RichText html={html} />
    </div>
  );
}

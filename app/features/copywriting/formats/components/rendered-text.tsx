import { useMemo } from 'react';

import { renderSafe } from '~/lib/markdown/browser';
import { RichText } from '~/ui/rich-text/rich-text';

/** Markdown as it reads. Only in what is loaded on use: the renderer is. */
export function RenderedText({ text }: { text: string }) {
  const html = useMemo(() => renderSafe(text, { breaks: true }), [text]);
  return <RichText html={html} />;
}

import { memo, useEffect, useMemo, useState } from 'react';

import { RichText } from '~/ui/rich-text/rich-text';

import { loadedMarkdown, preloadMarkdown, type BrowserMarkdown } from '../browser-markdown';

/**
 * Markdown that the server rendered, safe by construction. What a navigation brings is cleaned once more: the renderer
 * is loaded by then. What came with the document stands in it already.
 */
export const RenderedText = memo(function RenderedText({ html }: { html: string }) {
  const clean = useMemo(() => loadedMarkdown()?.sanitizeHtml(html) ?? html, [html]);
  return <RichText html={clean} />;
});

/** The renderer, once it is here. */
export function useMarkdown(): BrowserMarkdown | null {
  const [markdown, setMarkdown] = useState<BrowserMarkdown | null>(() => loadedMarkdown());
  useEffect(() => {
    if (markdown) return;
    let current = true;
    void preloadMarkdown().then(() => {
      if (current) setMarkdown(loadedMarkdown);
    });
    return () => {
      current = false;
    };
  }, [markdown]);
  return markdown;
}

/** A person's message of which only the text is here. */
export function PlainText({ text }: { text: string }) {
  const markdown = useMarkdown();
  const html = useMemo(() => markdown?.renderSafe(text, { breaks: true }), [markdown, text]);
  if (html === undefined) return <p className="whitespace-pre-wrap">{text}</p>;
  return <RenderedText html={html} />;
}

/** Text that may grow; `fallback` is what the server rendered of it, until the renderer is here. */
export function GrowingText({
  text,
  grows,
  fallback,
}: {
  text: string;
  grows: boolean;
  fallback: string | null;
}) {
  const markdown = useMarkdown();
  if (markdown) return <Growing text={text} grows={grows} markdown={markdown} />;
  if (fallback !== null) return <RenderedText html={fallback} />;
  return <p className="prose-chat whitespace-pre-wrap">{text}</p>;
}

/** Blocks that are complete are rendered once and never again. */
function Growing({
  text,
  grows,
  markdown,
}: {
  text: string;
  grows: boolean;
  markdown: BrowserMarkdown;
}) {
  const [splitter] = useState(() => markdown.createBlockSplitter());
  const blocks = useMemo(() => splitter.update(text), [splitter, text]);
  return (
    <div className="prose-chat">
      {blocks.map((source, index) => (
        <Block
          key={index}
          source={source}
          finished={!grows || index < blocks.length - 1}
          markdown={markdown}
        />
      ))}
    </div>
  );
}

const Block = memo(function Block({
  source,
  finished,
  markdown,
}: {
  source: string;
  finished: boolean;
  markdown: BrowserMarkdown;
}) {
  const html = useMemo(() => markdown.renderSafe(source), [markdown, source]);
  return <RichText html={html} finished={finished} className="contents" />;
});

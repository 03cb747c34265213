import { memo, useEffect, useMemo, useState } from 'react';

import { loadedMarkdown, preloadMarkdown, type BrowserMarkdown } from '../browser-markdown';

/**
 * Markdown that the server rendered, safe by construction. What a navigation brings is cleaned once more: the renderer
 * is loaded by then. What came with the document stands in it already.
 */
export const RenderedText = memo(function RenderedText({ html }: { html: string }) {
  const clean = useMemo(() => loadedMarkdown()?.sanitizeHtml(html) ?? html, [html]);
  return <div className="prose-chat" dangerouslySetInnerHTML={{ __html: clean }} />;
});

function useMarkdown(): BrowserMarkdown | null {
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

/** Text that grows; `fallback` is what the server rendered of it, until the renderer is here. */
export function GrowingText({ text, fallback }: { text: string; fallback: string | null }) {
  const markdown = useMarkdown();
  if (markdown) return <Growing text={text} markdown={markdown} />;
  if (fallback !== null) return <RenderedText html={fallback} />;
  return <p className="prose-chat whitespace-pre-wrap">{text}</p>;
}

/** Blocks that are complete are rendered once and never again. */
function Growing({ text, markdown }: { text: string; markdown: BrowserMarkdown }) {
  const [splitter] = useState(() => markdown.createBlockSplitter());
  const blocks = useMemo(() => splitter.update(text), [splitter, text]);
  return (
    <div className="prose-chat">
      {blocks.map((source, index) => (
        <Block key={index} source={source} markdown={markdown} />
      ))}
    </div>
  );
}

const Block = memo(function Block({
  source,
  markdown,
}: {
  source: string;
  markdown: BrowserMarkdown;
}) {
  const html = useMemo(() => markdown.renderSafe(source), [markdown, source]);
  return <div className="contents" dangerouslySetInnerHTML={{ __html: html }} />;
});

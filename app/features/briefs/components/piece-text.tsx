import { memo, useEffect, useMemo, useState } from 'react';

import { loadedPreview, preloadPreview, type PreviewMarkdown } from '~/features/copy';
import { formatById, type FormatId } from '~/features/formats';
import { RichText } from '~/ui/rich-text/rich-text';

import { dividedPosts, isMarkdown, markdownOf } from '../piece-reading';

/** What there is of a piece, also while it grows. Posts read as they are; the other formats are Markdown. */
export function PieceText({
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
  return <MarkdownText text={markdownOf(text)} html={html} grows={grows} />;
}

function MarkdownText({
  text,
  html,
  grows,
}: {
  text: string;
  html: string | null;
  grows: boolean;
}) {
  const [markdown, setMarkdown] = useState(loadedPreview);
  useEffect(() => {
    if (markdown) return;
    let current = true;
    void preloadPreview().then(() => {
      if (current) setMarkdown(loadedPreview);
    });
    return () => {
      current = false;
    };
  }, [markdown]);
  if (!markdown && html !== null) return <RichText html={html} />;
  if (!markdown) return <p className="prose-chat whitespace-pre-wrap">{text}</p>;
  return <Growing text={text} grows={grows} markdown={markdown} />;
}

/** Blocks that are complete are rendered once and never again. */
function Growing({
  text,
  grows,
  markdown,
}: {
  text: string;
  grows: boolean;
  markdown: PreviewMarkdown;
}) {
  const [splitter] = useState(() => markdown.createBlockSplitter());
  const blocks = useMemo(() => splitter.update(text), [splitter, text]);
  return (
    <div className="prose-chat">
      <div className="text-run">
        {blocks.map((source, index) => (
          <Block
            key={index}
            source={source}
            finished={!grows || index < blocks.length - 1}
            markdown={markdown}
          />
        ))}
      </div>
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
  markdown: PreviewMarkdown;
}) {
  const html = useMemo(() => markdown.renderSafe(source, { breaks: true }), [markdown, source]);
  return <RichText html={html} finished={finished} className="contents" />;
});

import { memo, useEffect, useMemo, useState } from 'react';

import { useMarkdown, type BrowserMarkdown } from '~/ui/rich-text/markdown-text';
import { RichText } from '~/ui/rich-text/rich-text';

import { blocksOf, partsOf } from '../full-text-blocks';

export interface FullTextProps {
  text: string;
  mine: boolean;
}

/** Characters that are added to the page at a time, so that megabytes don't block it. */
const STEP = 24_000;

/** The whole of a very long text, slice by slice. */
export function FullText({ text, mine }: FullTextProps) {
  const shown = useGrowing(text.length);
  return mine ? <Lines text={text} shown={shown} /> : <Blocks text={text} shown={shown} />;
}

function useGrowing(length: number): number {
  const [shown, setShown] = useState(Math.min(STEP, length));
  useEffect(() => {
    if (shown >= length) return;
    const timer = setTimeout(() => setShown(Math.min(shown + STEP, length)));
    return () => clearTimeout(timer);
  }, [shown, length]);
  return shown;
}

/** Markdown, block by block; each is rendered once. */
function Blocks({ text, shown }: { text: string; shown: number }) {
  const markdown = useMarkdown();
  const blocks = useMemo(
    () => (markdown ? blocksOf(markdown.createBlockSplitter().update(text, true), STEP) : []),
    [markdown, text],
  );
  if (!markdown) return null;
  return (
    <div className="prose-chat">
      {blocks
        .filter(({ from }) => from < shown)
        .map(({ from, source }) => (
          <Block key={from} source={source} markdown={markdown} />
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
  return <RichText html={markdown.renderSafe(source)} className="contents" />;
});

/** A person's text in parts that the browser lays out when they come into view. */
function Lines({ text, shown }: { text: string; shown: number }) {
  const parts = useMemo(() => partsOf(text, STEP), [text]);
  return (
    <div className="wrap-anywhere whitespace-pre-wrap">
      {parts
        .filter(({ from }) => from < shown)
        .map(({ from, part }) => (
          <div key={from} className="[contain-intrinsic-size:auto_600px] [content-visibility:auto]">
            {part}
          </div>
        ))}
    </div>
  );
}

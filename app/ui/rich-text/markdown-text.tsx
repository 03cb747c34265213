import { memo, useEffect, useMemo, useRef, useState } from 'react';

import { RichText } from './rich-text';

import type * as markdown from '~/lib/markdown/browser';

/**
 * Markdown that the server rendered, safe by construction. HTML from a client navigation is sanitized again, since the
 * renderer is loaded by then; HTML that came with the document is already in the page.
 */
export const RenderedText = memo(function RenderedText({ html }: { html: string }) {
  const clean = useMemo(() => loadedMarkdown()?.sanitizeOnce(html) ?? html, [html]);
  return <RichText html={clean} />;
});

/** The renderer once it's loaded; using this hook loads it. */
export function useMarkdown(wanted = true): BrowserMarkdown | null {
  const [markdown, setMarkdown] = useState<BrowserMarkdown | null>(() => loadedMarkdown());
  useEffect(() => {
    if (markdown || !wanted) return;
    let current = true;
    void preloadMarkdown().then(() => {
      if (current) setMarkdown(loadedMarkdown);
    });
    return () => {
      current = false;
    };
  }, [markdown, wanted]);
  return markdown;
}

/** A user's message of which only the text has arrived. */
export function PlainText({ text }: { text: string }) {
  const markdown = useMarkdown();
  const html = useMemo(() => markdown?.renderSafe(text, { breaks: true }), [markdown, text]);
  if (html === undefined) return <p className="whitespace-pre-wrap">{text}</p>;
  return <RenderedText html={html} />;
}

/** Text that may grow; `fallback` is the server's rendering, shown until the renderer is loaded. */
export function GrowingText({
  text,
  grows,
  fallback,
  breaks = false,
}: {
  text: string;
  grows: boolean;
  fallback: string | null;
  /** Line breaks are kept, as in text fields; otherwise Markdown's rule applies. */
  breaks?: boolean;
}) {
  const markdown = useMarkdown();
  if (markdown) return <Growing text={text} grows={grows} breaks={breaks} markdown={markdown} />;
  if (fallback !== null) return <RenderedText html={fallback} />;
  return <p className="prose-chat whitespace-pre-wrap">{text}</p>;
}

/** Renders each complete block only once while the text streams in. */
function Growing({
  text,
  grows,
  breaks,
  markdown,
}: {
  text: string;
  grows: boolean;
  breaks: boolean;
  markdown: BrowserMarkdown;
}) {
  const [streamed, setStreamed] = useState(grows);
  if (grows && !streamed) setStreamed(true);
  if (!streamed) return <CompleteText text={text} breaks={breaks} markdown={markdown} />;
  return <StreamedText text={text} grows={grows} breaks={breaks} markdown={markdown} />;
}

interface CompleteTextProps {
  text: string;
  breaks: boolean;
  markdown: BrowserMarkdown;
}

function CompleteText({ text, breaks, markdown }: CompleteTextProps) {
  const html = useMemo(() => markdown.renderSafe(text, { breaks }), [markdown, text, breaks]);
  return <RichText html={html} />;
}

function StreamedText({
  text,
  grows,
  breaks,
  markdown,
}: CompleteTextProps & {
  grows: boolean;
}) {
  const [splitter] = useState(() => markdown.createBlockSplitter());
  const { shown, isBehind } = useSteps(text);
  const isComplete = !grows && !isBehind;
  const blocks = useMemo(() => splitter.update(shown, isComplete), [splitter, shown, isComplete]);
  const [whole, setWhole] = useState<{ text: string; html: string } | null>(null);
  useEffect(() => {
    if (!isComplete) return;
    let current = true;
    void markdown.wholeUnlessSame(text, blocks, { breaks }).then((html) => {
      if (current && html !== null) setWhole({ text, html });
    });
    return () => {
      current = false;
    };
  }, [isComplete, markdown, text, blocks, breaks]);
  if (isComplete && whole?.text === text) return <RichText html={whole.html} />;
  return (
    <div className="prose-chat">
      {inRuns(blocks).map((run, index, runs) => (
        <Blocks
          key={index}
          blocks={run}
          isFirst={index === 0}
          isLast={index === runs.length - 1}
          finished={isComplete || index < runs.length - 1}
          breaks={breaks}
          markdown={markdown}
        />
      ))}
    </div>
  );
}

/** In UTF-16 units: what a frame can render of the richest text without being noticed. */
const STEP = 1_000;

/**
 * The beginning of a text that grows, to which a frame adds a step at most. On a busy device, much arrives between two frames,
 * and to render it at once would keep the next one waiting even longer.
 */
function useSteps(text: string): { shown: string; isBehind: boolean } {
  const [length, setLength] = useState(text.length);
  const all = useRef(text.length);
  useEffect(() => {
    all.current = text.length;
  }, [text]);
  const isBehind = text.length - length > STEP;
  if (!isBehind && length !== text.length) setLength(text.length);
  useEffect(() => {
    if (!isBehind) return;
    let frame = requestAnimationFrame(function next() {
      setLength((now) => Math.min(now + STEP, all.current));
      frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [isBehind]);
  return { shown: isBehind ? text.slice(0, length) : text, isBehind };
}

/** A long answer has hundreds of blocks, and React would compare all of them with every chunk. */
const RUN = 24;

function inRuns(blocks: readonly string[]): string[][] {
  const runs: string[][] = [];
  for (let from = 0; from < blocks.length; from += RUN) runs.push(blocks.slice(from, from + RUN));
  return runs;
}

interface BlocksProps {
  blocks: readonly string[];
  /** They begin the text, or end it so far. */
  isFirst: boolean;
  isLast: boolean;
  /** The last block is complete, too. */
  finished: boolean;
  breaks: boolean;
  markdown: BrowserMarkdown;
}

const Blocks = memo(
  function Blocks({ blocks, isFirst, isLast, finished, breaks, markdown }: BlocksProps) {
    const lastBlock = isLast ? 'end-of-run last-block' : 'end-of-run';
    return (
      <div className="text-run">
        {blocks.map((source, index) => {
          const first = isFirst && index === 0 ? 'first-block' : '';
          const last = index === blocks.length - 1 ? lastBlock : '';
          return (
            <Block
              key={index}
              source={source}
              className={`contents ${first} ${last}`}
              finished={finished || last === ''}
              breaks={breaks}
              markdown={markdown}
            />
          );
        })}
      </div>
    );
  },
  (one, other) =>
    one.isLast === other.isLast &&
    one.finished === other.finished &&
    one.breaks === other.breaks &&
    one.markdown === other.markdown &&
    one.blocks.length === other.blocks.length &&
    one.blocks.every((source, index) => source === other.blocks[index]),
);

const Block = memo(function Block({
  source,
  className,
  finished,
  breaks,
  markdown,
}: {
  source: string;
  className: string;
  finished: boolean;
  breaks: boolean;
  markdown: BrowserMarkdown;
}) {
  const html = useMemo(() => markdown.renderSafe(source, { breaks }), [markdown, source, breaks]);
  return <RichText html={html} finished={finished} className={className} />;
});

export type BrowserMarkdown = typeof markdown;

let loaded: BrowserMarkdown | null = null;
let loading: Promise<BrowserMarkdown> | null = null;

/** The renderer and its sanitizer are not part of the first load: call this when text is about to be written. */
function loadMarkdown(): Promise<BrowserMarkdown> {
  loading ??= import('~/lib/markdown/browser').then(
    (module) => (loaded = module),
    (error: unknown) => {
      // Possibly offline: the next call tries again, and the text is shown plain until then.
      loading = null;
      throw error;
    },
  );
  return loading;
}

function loadedMarkdown(): BrowserMarkdown | null {
  return loaded;
}

/** Never rejects: without the renderer, text is shown as the server rendered it, or plain. */
export async function preloadMarkdown(): Promise<void> {
  try {
    await loadMarkdown();
  } catch {
    // Tried again with the next text.
  }
}

/** Sanitizes texts that `RenderedText` is about to show, so that this isn't part of its rendering. Never rejects. */
export async function prepareRenderedText(htmls: readonly string[]): Promise<void> {
  await preloadMarkdown();
  await loadedMarkdown()?.sanitizeAhead(htmls);
}

import { useEffect, useMemo, useState } from 'react';

import { GrowingText } from './answer-text';

export interface FullTextProps {
  text: string;
  mine: boolean;
}

/** Characters that are put on the page at a time, so that megabytes never hold it up. */
const STEP = 24_000;

/** A very long text in full, slice by slice. */
export function FullText({ text, mine }: FullTextProps) {
  const shown = useGrowing(text.length);
  return mine ? (
    <Lines text={text} shown={shown} />
  ) : (
    <GrowingText text={text.slice(0, shown)} grows={shown < text.length} fallback={null} />
  );
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

/** What somebody typed or pasted, in parts that the browser lays out when they come into view. */
function Lines({ text, shown }: { text: string; shown: number }) {
  const parts = useMemo(() => partsOf(text), [text]);
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

function partsOf(text: string): { from: number; part: string }[] {
  const parts: { from: number; part: string }[] = [];
  let from = 0;
  while (from < text.length) {
    const end = endOfPart(text, from);
    // The end of a block is the end of a line.
    const line = text[end - 1] === '\n' ? end - 1 : end;
    parts.push({ from, part: text.slice(from, line) || ' ' });
    from = end;
  }
  return parts;
}

function endOfPart(text: string, from: number): number {
  const most = from + STEP;
  if (most >= text.length) return text.length;
  const line = text.lastIndexOf('\n', most) + 1;
  if (line > from) return line;
  const blank = text.lastIndexOf(' ', most) + 1;
  if (blank > from) return blank;
  // Never between the halves of a character.
  return /[\udc00-\udfff]/.test(text[most]!) ? most + 1 : most;
}

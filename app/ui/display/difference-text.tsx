import { useMemo } from 'react';

import { diffLines, diffWordsWithSpace } from 'diff';

/**
 * How a text changed, marked by underlines and strikethroughs as well as by color, and named for screen readers. Long
 * unchanged parts are left out.
 */
export function DifferenceText({ before, after }: { before: string; after: string }) {
  const parts = useMemo(() => shortened(differenceOf(before, after)), [before, after]);
  return (
    <>
      {parts.map((part, index) => {
        if (typeof part === 'number') {
          return (
            <span
              key={index}
              className="my-2 block rounded-md bg-sunken px-3 py-1 text-center text-xs text-muted"
            >
              {part} lines without a change
            </span>
          );
        }
        if (part.kind === 'same') return <span key={index}>{part.text}</span>;
        const added = part.kind === 'added';
        const Mark = added ? 'ins' : 'del';
        return (
          <Mark
            key={index}
            className={`rounded-sm ${added ? 'bg-success-soft text-success underline' : 'bg-danger-soft text-danger line-through'} decoration-1`}
          >
            <span className="sr-only">{added ? ' added: ' : ' removed: '}</span>
            {part.text}
          </Mark>
        );
      })}
    </>
  );
}

export interface DifferencePart {
  kind: 'same' | 'added' | 'removed';
  text: string;
}

/** Above this length, compare by lines: comparing by words takes long if everything differs. */
const TIME_MS = 400;
/** How many lines next to a change are shown of a long unchanged part. */
const CONTEXT_LINES = 2;
const LONG_LINES = 8;

/** How `before` changed, word by word if that can be computed in time. */
export function differenceOf(before: string, after: string): DifferencePart[] {
  const changes =
    diffWordsWithSpace(before, after, { timeout: TIME_MS }) ??
    diffLines(before, after, { timeout: TIME_MS });
  if (!changes) {
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ];
  }
  return changes.map(({ value, added, removed }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}

/** The parts as they are shown; a number stands for that many unchanged lines that are left out. */
export function shortened(parts: readonly DifferencePart[]): (DifferencePart | number)[] {
  return parts.flatMap((part, index): (DifferencePart | number)[] => {
    if (part.kind !== 'same') return [part];
    const lines = part.text.split('\n');
    const head = index === 0 ? 0 : CONTEXT_LINES;
    const tail = index === parts.length - 1 ? 0 : CONTEXT_LINES;
    const left = lines.length - head - tail;
    if (parts.length === 1 || left < LONG_LINES) return [part];
    const same = (text: string[]): DifferencePart => ({ kind: 'same', text: text.join('\n') });
    return [
      ...(head > 0 ? [same(lines.slice(0, head))] : []),
      left,
      ...(tail > 0 ? [same(lines.slice(-tail))] : []),
    ];
  });
}

import { useMemo } from 'react';

import { diffLines, diffWordsWithSpace } from 'diff';

/**
 * What became of a text, marked by strokes as well as by colour, and named for who sees neither. Long parts that did not
 * change are left out.
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

/** Comparing by words takes long where everything differs; by lines it is coarser and quick. */
const TIME_MS = 400;
/** Of a long part that did not change, so many lines beside what did are shown. */
const CONTEXT_LINES = 2;
const LONG_LINES = 8;

/** What became of `before`, word by word where that can be told in time. */
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

/** The parts as they are shown: a number stands for so many lines that are left out because they did not change. */
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

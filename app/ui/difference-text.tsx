import { useMemo } from 'react';

import { differenceOf, shortened } from './difference';

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

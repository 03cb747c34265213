import { useMemo } from 'react';

import { differenceOf, type DifferencePart, isBlock, shortened } from './difference';

interface DifferenceTextProps {
  before: string;
  after: string;
  /** Shows all that didn't change. By default, long unchanged parts are left out. */
  whole?: boolean;
}

/** How a text changed, marked by underlines and strikethroughs as well as by color, and named for screen readers. */
export function DifferenceText({ before, after, whole = false }: DifferenceTextProps) {
  const parts = useMemo(() => {
    const all = differenceOf(before, after);
    return whole ? all : shortened(all);
  }, [before, after, whole]);
  const blocks = parts.length === 2 && parts.every(isChange) && isBlock(before);
  return (
    <>
      {parts.map((part, index) => {
        if (typeof part !== 'number') return <ChangedText key={index} {...part} block={blocks} />;
        return (
          <span
            key={index}
            className="my-2 block rounded-md bg-sunken px-3 py-1 text-center text-xs text-muted"
          >
            {part} lines without a change
          </span>
        );
      })}
    </>
  );
}

function isChange(part: DifferencePart | number): boolean {
  return typeof part !== 'number' && part.kind !== 'same';
}

interface ChangedTextProps extends DifferencePart {
  /** On lines of its own. */
  block?: boolean;
}

/** One part of a difference. */
export function ChangedText({ kind, text, block = false }: ChangedTextProps) {
  if (kind === 'same') return <span>{text}</span>;
  const added = kind === 'added';
  const Mark = added ? 'ins' : 'del';
  // Leaves a small gap before the text that replaces it.
  const inline = added ? '' : 'mr-0.5';
  return (
    <Mark
      className={`rounded-sm ${block ? 'my-1 block px-1.5 py-0.5' : inline} ${added ? 'bg-success-soft text-success underline' : 'bg-danger-soft text-danger line-through'} decoration-1`}
    >
      <span className="sr-only">{added ? ' added: ' : ' removed: '}</span>
      {text}
    </Mark>
  );
}

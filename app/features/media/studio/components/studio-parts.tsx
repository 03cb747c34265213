import type { MadeNoun } from '../../made-noun';

export type Part = 'create' | 'gallery';

interface StudioPartsProps {
  part: Part;
  onPart: (part: Part) => void;
  noun: MadeNoun;
  /** Jobs that go on. */
  running: number;
}

/** Where there is no room for both: which of the two is shown. */
export function StudioParts({ part, onPart, noun, running }: StudioPartsProps) {
  return (
    <div
      role="group"
      aria-label="Show"
      className="mt-5 grid grid-cols-2 gap-1 rounded-lg border bg-sunken p-1 @4xl:hidden"
    >
      {(['create', 'gallery'] as const).map((value) => (
        <button
          key={value}
          type="button"
          aria-pressed={part === value}
          onClick={() => onPart(value)}
          className="flex h-10 items-center justify-center gap-2 rounded-md text-sm font-medium text-muted aria-pressed:bg-raised aria-pressed:text-text aria-pressed:shadow-raised"
        >
          {value === 'create' ? `New ${noun.one}` : `Your ${noun.many}`}
          {value === 'gallery' && running > 0 && (
            <span className="grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1.5 text-xs text-on-accent tabular-nums">
              {running}
              <span className="sr-only"> being made</span>
            </span>
          )}
        </button>
      ))}
    </div>
  );
}

/** Suggestions for a field; the one that stands in it is pressed, and pressing it again empties the field. */
export function Chips({
  label,
  suggestions,
  value,
  onChoose,
}: {
  label: string;
  suggestions: readonly string[];
  value: string;
  onChoose: (value: string) => void;
}) {
  return (
    <div role="group" aria-label={label} className="mt-2 flex flex-wrap gap-1.5">
      {suggestions.map((suggestion) => {
        const pressed = value.trim() === suggestion;
        return (
          <button
            key={suggestion}
            type="button"
            aria-pressed={pressed}
            onClick={() => onChoose(pressed ? '' : suggestion)}
            className="h-7 rounded-full border px-3 text-xs text-muted transition-colors hover:border-border-strong hover:text-text aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent touch:h-11 touch:text-sm"
          >
            {suggestion}
          </button>
        );
      })}
    </div>
  );
}

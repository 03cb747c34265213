import type { Score } from '~/features/brand';

const NAMES: Record<Score['dimension'], string> = {
  wording: 'Wording',
  claims: 'Claims',
  sources: 'Sources',
  clarity: 'Clarity',
  tone: 'Tone',
  completeness: 'Completeness',
};

/** How well a text follows the rules, with what each figure counts: shown where something is left to do. */
export function BrandScores({ scores }: { scores: readonly Score[] }) {
  return (
    <ul aria-label="Scores" className="space-y-2 text-sm">
      {scores.map(({ dimension, value, counts }) => {
        const isFull = value === 100;
        return (
          <li key={dimension}>
            <div className="flex items-center gap-3">
              <span className="w-26 shrink-0 text-muted">{NAMES[dimension]}</span>
              <div
                aria-hidden="true"
                className="h-1 min-w-0 flex-1 overflow-hidden rounded-full bg-hover"
              >
                <div
                  className={`h-full rounded-full ${isFull ? 'bg-success' : 'bg-accent'}`}
                  style={{ width: `${value}%` }}
                />
              </div>
              <span className="w-7 text-right tabular-nums">
                {value}
                <span className="sr-only"> of 100</span>
              </span>
            </div>
            <p className={isFull ? 'sr-only' : 'mt-0.5 text-xs text-muted'}>{counts}</p>
          </li>
        );
      })}
    </ul>
  );
}

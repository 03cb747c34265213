import type { Score } from '~/features/brand';

const NAMES: Record<Score['dimension'], string> = {
  wording: 'Wording',
  claims: 'Claims',
  sources: 'Sources',
  clarity: 'Clarity',
  tone: 'Tone',
  completeness: 'Completeness',
};

/** How well a text follows the rules, with what each figure counts. */
export function BrandScores({ scores }: { scores: readonly Score[] }) {
  return (
    <ul aria-label="Scores" className="space-y-2.5 text-sm">
      {scores.map(({ dimension, value, counts }) => (
        <li key={dimension}>
          <div className="flex items-baseline justify-between gap-3">
            <span className="text-muted">{NAMES[dimension]}</span>
            <span className="tabular-nums">
              {value}
              <span className="sr-only"> of 100</span>
            </span>
          </div>
          <div aria-hidden="true" className="mt-1 h-1 overflow-hidden rounded-full bg-hover">
            <div className="h-full rounded-full bg-muted" style={{ width: `${value}%` }} />
          </div>
          <p className="mt-1 text-xs text-muted">{counts}</p>
        </li>
      ))}
    </ul>
  );
}

import { CRITERION_LABELS, MAX_SCORE, SCORE_WORDS } from '../criteria';
import type { Judgment } from '../review';
import { reviewTexts } from '../texts';

/** The fill of a score's meter. The number and the word beside it say the same. */
function fillOf(score: number): string {
  if (score >= 4) return 'bg-success';
  return score === 3 ? 'bg-accent' : 'bg-danger';
}

/** One criterion: its score, why, and what shows it. */
export function JudgmentRow({ judgment }: { judgment: Judgment }) {
  const { criterion, score, reason, quotes } = judgment;
  return (
    <li>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="font-medium">{CRITERION_LABELS[criterion]}</h3>
        <p className="text-muted">
          {score === null ? (
            'Not scored'
          ) : (
            <>
              <span className="text-text tabular-nums">
                {score} of {MAX_SCORE}
              </span>{' '}
              · {SCORE_WORDS[score]}
            </>
          )}
        </p>
      </div>
      {score !== null && (
        <div aria-hidden="true" className="mt-1.5 grid grid-cols-5 gap-1">
          {Array.from({ length: MAX_SCORE }, (_, index) => (
            <span
              key={index}
              className={`h-1 rounded-full ${index < score ? fillOf(score) : 'bg-hover'}`}
            />
          ))}
        </div>
      )}
      <p className="mt-1.5 text-pretty wrap-anywhere text-muted">
        {reason || (score === null ? reviewTexts.nothingToGoBy : '')}
      </p>
      {quotes.map((quote) => (
        <blockquote
          key={quote}
          className="mt-1.5 border-l-2 pl-2.5 text-pretty wrap-anywhere whitespace-pre-line"
        >
          {quote}
        </blockquote>
      ))}
    </li>
  );
}

import { Link } from '@remix-run/react';
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';

import { RefusedNote } from '~/features/billing';
import { roughTokens, useProfiles } from '~/features/brand';
import { useAnswer } from '~/http/use-answer';
import { asSentence } from '~/lib/text/sentence';
import { estimateTokens } from '~/lib/tokens/estimate';
import { Button } from '~/ui/button';
import { LocalMoment } from '~/ui/dates/local-time';
import { DemoNote } from '~/ui/feedback/demo';
import { SpinnerIcon } from '~/ui/feedback/progress';

import { CRITERIA } from '../criteria';
import type { ReviewedText } from '../reviewed-text';
import { reviewTexts } from '../texts';
import { readTerms, type ReviewView, type Terms, useReview } from '../use-review';
import { JudgmentRow } from './judgment-row';
import { RewriteCard } from './rewrite-card';

interface ReviewPanelProps extends ReviewedText {
  onClose: () => void;
}

/** A review: what it costs, then how it comes, then what it says. */
export function ReviewPanel({ onClose, profileId, ...text }: ReviewPanelProps) {
  const reviewing = useReview(text);
  const { review, refused, pending } = reviewing;
  /** Asks for another one while a review is there. */
  const [again, setAgain] = useState(false);

  if (reviewing.looking) {
    return (
      <p role="status" className="mt-2 flex items-center gap-2 text-sm text-muted">
        <SpinnerIcon />
        Looking for a review…
      </p>
    );
  }
  if (review === null || again) {
    return (
      <div className="mt-2 space-y-3 text-sm">
        <RefusedNote refused={refused} />
        <StartForm
          {...text}
          profileId={profileId}
          pending={pending}
          onStart={async (profile) => {
            await reviewing.start(profile);
            setAgain(false);
          }}
          onCancel={again ? () => setAgain(false) : onClose}
        />
      </div>
    );
  }
  return (
    <div className="mt-2 text-sm">
      <Progress review={review} />
      <ul aria-label="Scores" className="mt-3 space-y-4">
        {review.judgments.map((judgment) => (
          <JudgmentRow key={judgment.criterion} judgment={judgment} />
        ))}
      </ul>
      {review.rewrites.length > 0 && (
        <>
          <h3 className="mt-6 mb-2 font-medium">Suggested rewrites</h3>
          <ul aria-label="Suggested rewrites" className="space-y-3">
            {review.rewrites.map((rewrite) => (
              <RewriteCard
                key={rewrite.sentence}
                rewrite={rewrite}
                verdict={review.verdicts[rewrite.sentence] ?? null}
                isThere={text.text.includes(rewrite.sentence)}
                onAccept={() => reviewing.accept(rewrite)}
                onDiscard={() => reviewing.discard(rewrite)}
                onUndo={() => reviewing.undo(rewrite)}
              />
            ))}
          </ul>
        </>
      )}
      {review.state === 'done' && !review.empty && review.rewrites.length === 0 && (
        <p className="mt-4 text-muted">{reviewTexts.noRewrites}</p>
      )}
      <Remarks review={review} />
      <RefusedNote refused={refused} />
      <div className="mt-4 flex flex-wrap gap-2">
        {review.running ? (
          <Button variant="secondary" size="sm" onClick={() => void reviewing.stop()}>
            Stop
          </Button>
        ) : (
          <>
            {review.state === 'done' && !review.empty ? (
              <Button variant="secondary" size="sm" onClick={() => setAgain(true)}>
                Review again
              </Button>
            ) : (
              <Button
                variant="secondary"
                size="sm"
                pending={pending}
                onClick={() => void reviewing.startAgain()}
              >
                Try again
              </Button>
            )}
            <Button
              variant="ghost"
              size="sm"
              onClick={() => {
                reviewing.close();
                onClose();
              }}
            >
              Close review
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

interface StartFormProps extends Omit<ReviewedText, 'name' | 'onChange'> {
  pending: boolean;
  onStart: (profile: { id: string; name: string }) => Promise<void>;
  onCancel: () => void;
}

/** By which profile the text is reviewed, and what that costs. */
function StartForm({ text, formatId, profileId, pending, onStart, onCancel }: StartFormProps) {
  const { profiles, selected, failed, reload } = useProfiles(null);
  const profile = profiles?.find(({ id }) => id === profileId) ?? selected;
  const against = profile?.id ?? null;
  const ask = useMemo(
    () => (against === null ? null : () => readTerms(against, formatId)),
    [against, formatId],
  );
  const { value: terms, problem, retry } = useAnswer(ask, reviewTexts.termsFailed);
  const start = useRef<HTMLButtonElement>(null);
  const ready = terms !== null && !terms.demo;
  useEffect(() => {
    // The button that led here is gone.
    if (ready) start.current?.focus({ preventScroll: true });
  }, [ready]);

  const cancel = (
    <Button variant="ghost" size="sm" onClick={onCancel}>
      Cancel
    </Button>
  );
  if (failed || problem !== null) {
    return (
      <>
        <p role="alert" className="text-danger">
          {problem ?? reviewTexts.termsFailed}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="sm" onClick={failed ? reload : retry}>
            Try again
          </Button>
          {cancel}
        </div>
      </>
    );
  }
  if (profiles !== null && !profile) {
    return (
      <>
        <p className="text-muted">{reviewTexts.needsProfile}</p>
        <div className="flex flex-wrap items-center gap-2">
          <ProfileLink to="/profiles">Open brand profiles</ProfileLink>
          {cancel}
        </div>
      </>
    );
  }
  if (!profile || terms === null) {
    return (
      <p role="status" className="flex items-center gap-2 text-muted">
        <SpinnerIcon />
        Estimating the cost…
      </p>
    );
  }
  if (terms.empty) {
    return (
      <>
        <p className="text-muted">{reviewTexts.emptyProfile}</p>
        <div className="flex flex-wrap items-center gap-2">
          <ProfileLink to={`/profiles/${profile.id}`}>Open {profile.name}</ProfileLink>
          {cancel}
        </div>
      </>
    );
  }
  if (terms.demo) {
    return (
      <>
        <DemoNote>{reviewTexts.needsProvider}</DemoNote>
        <div>{cancel}</div>
      </>
    );
  }
  return (
    <>
      <p className="text-muted">
        Goes by <strong className="font-medium wrap-anywhere text-text">{profile.name}</strong>.{' '}
        <Cost text={text} terms={terms} />
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          ref={start}
          variant="secondary"
          size="sm"
          pending={pending}
          onClick={() => void onStart(profile)}
        >
          Start review
        </Button>
        {cancel}
      </div>
    </>
  );
}

function ProfileLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="inline-flex min-w-0 items-center font-medium wrap-anywhere text-accent underline underline-offset-4 touch:min-h-11"
    >
      {children}
    </Link>
  );
}

function Cost({ text, terms }: { text: string; terms: Terms }) {
  // Counting a long text takes a moment, and typing must not wait for it.
  const counted = useDeferredValue(text);
  const tokens = useMemo(
    () => Math.ceil((terms.instructions + estimateTokens(counted) + terms.answer) * terms.weight),
    [counted, terms],
  );
  return (
    <>
      Costs about <strong className="font-medium text-text">{roughTokens(tokens)} tokens</strong>.
    </>
  );
}

function Progress({ review }: { review: ReviewView }) {
  const { state, running, judgments, reason, brand, empty } = review;
  const failed =
    (state === 'failed' && `${reviewTexts.failed} ${asSentence(reason)}`) ||
    (state === 'interrupted' && reviewTexts.interrupted) ||
    (state === 'done' && empty && reviewTexts.unreadable);
  return (
    <>
      <p role="status" className="flex items-start gap-2 text-muted">
        {running && <SpinnerIcon className="mt-0.5 size-4 shrink-0 text-accent" />}
        {running && `Reviewing… ${judgments.length} of ${CRITERIA.length} scores`}
        {state === 'done' && !empty && (
          <span className="wrap-anywhere">Reviewed against {brand}.</span>
        )}
        {state === 'stopped' && reviewTexts.stopped}
      </p>
      {failed && (
        <p role="alert" className="text-danger">
          {failed} {reviewTexts.unchanged}
        </p>
      )}
    </>
  );
}

function Remarks({ review: { running, dropped, changed, at } }: { review: ReviewView }) {
  if (running) return null;
  return (
    <div className="mt-4 space-y-1 text-xs text-muted">
      <p>
        Requested <LocalMoment at={at} />.
      </p>
      {changed && <p>{reviewTexts.changed}</p>}
      {dropped > 0 && (
        <p>
          {dropped === 1
            ? 'We left out one quote that isn’t in your text.'
            : `We left out ${dropped} quotes that aren’t in your text.`}
        </p>
      )}
      <p>{reviewTexts.kept}</p>
    </div>
  );
}

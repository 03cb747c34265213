import { TriangleAlert } from 'lucide-react';
import { memo } from 'react';

import { canContinue, isRunning, type GenerationState } from '~/features/generation';
import { Button } from '~/ui/button';
import { SpinnerIcon } from '~/ui/spinner';

import type { ChatMessageView } from '../conversation';
import { answerErrorText, chatMessages } from '../messages';
import { useAnswer } from '../use-answer';
import { GrowingText, PlainText, RenderedText } from './answer-text';

/** What a person said: as loaded, or as just typed. */
export const Question = memo(function Question({
  html,
  text,
  waiting = false,
}: {
  html: string | null;
  text: string;
  waiting?: boolean;
}) {
  return (
    <article aria-label="You" className="flex justify-end">
      <div
        className={`max-w-[85%] rounded-xl rounded-br-sm bg-accent-soft px-4 py-2.5 transition-opacity ${waiting ? 'opacity-60' : ''}`}
      >
        {html === null ? <PlainText text={text} /> : <RenderedText html={html} />}
      </div>
    </article>
  );
});

interface AnswerProps {
  id: string;
  /** As loaded; null for an answer to a question that this tab has just asked. */
  view: ChatMessageView | null;
  /** Not while another answer is being written. */
  mayContinue: boolean;
  onContinue(id: string): void;
}

/** What the assistant says; follows the text while it is being written. */
export const Answer = memo(function Answer({ id, view, mayContinue, onContinue }: AnswerProps) {
  const live = useAnswer(id);
  const state: GenerationState = live?.state ?? view?.answer?.state ?? (view ? 'done' : 'queued');
  const running = isRunning(state);
  const text = live?.text ?? view?.text ?? '';
  const empty = live ? text === '' : !view?.html;

  return (
    <article aria-label="Assistant" aria-busy={running} className="group">
      {live ? (
        <GrowingText text={text} fallback={view?.html ?? null} />
      ) : (
        view?.html && <RenderedText html={view.html} />
      )}
      {running && empty && (
        <p className="flex items-center gap-2 text-sm text-muted">
          <SpinnerIcon />
          Thinking…
        </p>
      )}
      {!running && (
        <AnswerEnd
          state={state}
          reason={live ? live.reason : (view?.answer?.reason ?? null)}
          empty={empty}
          onContinue={mayContinue ? () => onContinue(id) : null}
        />
      )}
    </article>
  );
});

function AnswerEnd({
  state,
  reason,
  empty,
  onContinue,
}: {
  state: GenerationState;
  reason: string | null;
  /** There is nothing to go on from: the question is asked again. */
  empty: boolean;
  onContinue: (() => void) | null;
}) {
  if (!canContinue(state)) return null;
  const failed = state === 'failed';
  return (
    <div
      className={`mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border px-4 py-3 text-sm ${failed ? 'border-danger/40 bg-danger-soft' : 'bg-sunken text-muted'}`}
    >
      {failed && <TriangleAlert className="size-4 shrink-0 text-danger" aria-hidden="true" />}
      <div className="min-w-48 flex-1">
        {failed && <p>{chatMessages.apology}</p>}
        <p className={failed ? 'text-muted' : ''}>
          {failed && answerErrorText(reason ?? chatMessages.brokeOff)}
          {state === 'stopped' && chatMessages.stopped}
          {state === 'interrupted' && chatMessages.interrupted}
        </p>
      </div>
      {onContinue && (
        <Button variant="secondary" size="sm" onClick={onContinue}>
          {empty ? 'Try again' : 'Continue'}
        </Button>
      )}
    </div>
  );
}

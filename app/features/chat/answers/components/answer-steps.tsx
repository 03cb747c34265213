import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';

import { isLive, onEvent } from '~/engine/events';
import type { ToolCallView } from '~/engine/generation';
import { client } from '~/http/client';
import { formatDuration } from '~/lib/format/durations';
import { SpinnerIcon } from '~/ui/feedback/progress';

import type { AnswerUsage } from '../../conversations/conversation';
import type { MessagesApi } from '../../messages/routes/messages';
import { chatTexts } from '../../texts';
import { useAnswerUsage } from '../use-answer-usage';

const api = client<MessagesApi>();

/** How often a tab without a live connection asks what an answer does. */
const POLL_MS = 2_000;

interface AnswerStepsProps {
  id: string;
  running: boolean;
  /** How many calls the page was loaded with. */
  calls: number;
  usage: AnswerUsage | null;
}

/** What an answer did before its text: how long the model thought, and what it had looked up; a line each, which opens. */
export function AnswerSteps({ id, running, calls, usage }: AnswerStepsProps) {
  const seconds = Math.ceil((useAnswerUsage(id, usage)?.thoughtMs ?? 0) / 1_000);
  const steps = useCalls(id, running, calls);
  if ((running || !seconds) && steps.length === 0) return null;
  return (
    <div className="mb-3 text-sm text-muted">
      {!running && seconds > 0 && (
        <Step load={() => loadThought(id)}>Thought for {formatDuration(seconds, 'short')}</Step>
      )}
      {steps.map((call, place) => (
        <Step key={call.id} load={() => loadDetails(id, place)}>
          <CallLine {...call} />
        </Step>
      ))}
    </div>
  );
}

function CallLine({ title, state, note }: ToolCallView) {
  return (
    <>
      {state === 'running' && <SpinnerIcon className="me-1.5 inline size-3.5" />}
      {title}
      {state === 'running' && '…'}
      {state === 'cut' && ' · Stopped'}
      {note !== '' && ` · ${note}`}
    </>
  );
}

/** One line that opens to what is loaded then. */
function Step({ load, children }: { load: () => Promise<string>; children: ReactNode }) {
  const [text, setText] = useState('…');
  return (
    <details
      onToggle={({ currentTarget }) => {
        if (!currentTarget.open) return;
        load().then(setText, () => setText(chatTexts.unreachable));
      }}
    >
      <summary className="w-fit max-w-full cursor-pointer truncate leading-7 touch:py-2">
        {children}
      </summary>
      <div
        role="group"
        aria-label="Details"
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
        tabIndex={0}
        className="mt-1 mb-2 max-h-80 overflow-y-auto border-s ps-3 wrap-anywhere whitespace-pre-line"
      >
        {text}
      </div>
    </details>
  );
}

/** The calls of an answer, kept up to date while it's written. */
function useCalls(id: string, running: boolean, count: number): ToolCallView[] {
  const [calls, setCalls] = useState<ToolCallView[]>([]);
  const asked = useRef(0);
  const shown = useRef(0);
  const load = useCallback(() => {
    const turn = (asked.current += 1);
    api.get('/api/messages/:id/calls', { params: { id } }).then(
      (loaded) => {
        // Answers may overtake each other.
        if (turn < shown.current) return;
        shown.current = turn;
        setCalls(loaded.calls);
      },
      // Possibly offline: the next event, or the next visit, asks again.
      () => undefined,
    );
  }, [id]);
  const ran = useRef(false);
  useEffect(() => {
    ran.current ||= running;
    // Events may have come before this code was loaded, and the last one before the answer's end.
    if (count > 0 || ran.current) load();
  }, [load, count, running]);
  useEffect(() => onEvent('calls', (data) => data.id === id && load()), [id, load]);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => isLive() || load(), POLL_MS);
    return () => clearInterval(timer);
  }, [running, load]);
  return calls;
}

async function loadThought(id: string): Promise<string> {
  return (await api.get('/api/messages/:id', { params: { id } })).thought;
}

async function loadDetails(id: string, place: number): Promise<string> {
  const params = { id, place: String(place) };
  const { input, output } = await api.get('/api/messages/:id/calls/:place', { params });
  return output === '' ? input : `${input}\n\n${output}`;
}

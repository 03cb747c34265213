import { CirclePause, CirclePlay } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { flushSync } from 'react-dom';

import { RefusedNote, refusedBy, useTokens, type Refused } from '~/features/billing';
import { client } from '~/http/client';
import { Button } from '~/ui/button';
import { X } from '~/ui/display/shared-icons';
import { SpinnerIcon } from '~/ui/feedback/progress';

import { insertSpoken } from '../insert-spoken';
import { NoMicrophone, Recorder, type EarlyEnd, type Recorded } from '../recorder';
import { transcriptionCost } from '../recording';
import type { DictationApi } from '../routes/dictation';
import { costText, dictationTexts } from '../texts';
import { LevelMeter } from './level-meter';

const api = client<DictationApi>();

type Phase =
  | { name: 'starting' | 'recording' | 'paused' | 'sending' }
  | { name: 'ended'; why: EarlyEnd }
  /** `recorded` can be sent again. */
  | { name: 'failed'; refused: Refused; recorded: Recorded | null };

interface DictationPanelProps {
  field: RefObject<HTMLTextAreaElement>;
  write(next: string): void;
  onClose(): void;
}

/** Records and puts what was said into the message's field; nothing is sent by itself. */
export function DictationPanel({ field, write, onClose }: DictationPanelProps) {
  const [phase, setPhase] = useState<Phase>({ name: 'starting' });
  const [recorder, setRecorder] = useState<Recorder | null>(null);
  const [attempt, setAttempt] = useState(0);
  const seconds = useElapsed(recorder);
  const metered = useTokens() !== null;
  const main = useRef<HTMLButtonElement>(null);
  const sending = useRef<AbortController | null>(null);
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    opener.current = document.activeElement;
    return () => sending.current?.abort();
  }, []);

  const fail = (text: string) =>
    setPhase({ name: 'failed', refused: { text, tokens: false }, recorded: null });

  useEffect(() => {
    let current: Recorder | null = null;
    let left = false;
    Recorder.start((why) => setPhase({ name: 'ended', why })).then(
      (started) => {
        if (left) return started.close();
        current = started;
        setRecorder(started);
        setPhase({ name: 'recording' });
      },
      (error: unknown) => {
        if (left) return;
        fail(dictationTexts[error instanceof NoMicrophone ? error.problem : 'unusable']);
      },
    );
    return () => {
      left = true;
      current?.close();
    };
  }, [attempt]);

  const { name } = phase;
  // The button that was focused may be gone.
  useEffect(() => main.current?.focus(), [name]);

  function cancel() {
    onClose();
    if (opener.current instanceof HTMLElement) opener.current.focus();
  }

  function again() {
    setRecorder(null);
    setPhase({ name: 'starting' });
    setAttempt((count) => count + 1);
  }

  async function send(recorded: Recorded) {
    if (recorded.audio.size === 0) return fail(dictationTexts.empty);
    setPhase({ name: 'sending' });
    const { signal } = (sending.current = new AbortController());
    try {
      const { text } = await api.post('/api/dictation', {
        ...{ bytes: recorded.audio, signal },
        search: { seconds: String(recorded.seconds) },
      });
      if (signal.aborted) return;
      if (text === '') return fail(dictationTexts.noWords);
      insert(text);
    } catch (error) {
      if (signal.aborted) return;
      const refused = refusedBy(error, dictationTexts.unreachable);
      setPhase({ name: 'failed', refused, recorded });
    }
  }

  function insert(spoken: string) {
    const area = field.current;
    if (!area) return;
    const { text, caret } = insertSpoken(area.value, area.selectionEnd, spoken);
    flushSync(() => {
      write(text);
      onClose();
    });
    area.focus();
    area.setSelectionRange(caret, caret);
  }

  const done = () => recorder && void recorder.finish().then(send);

  if (phase.name === 'failed') {
    const { refused, recorded } = phase;
    return (
      <Panel look="gap-y-2">
        <div className="min-w-0 flex-1 basis-full sm:basis-60">
          <RefusedNote refused={refused} />
        </div>
        <Button variant="ghost" size="sm" onClick={cancel}>
          {recorded ? 'Discard' : 'Close'}
        </Button>
        <Button
          ref={main}
          variant="secondary"
          size="sm"
          onClick={() => (recorded ? void send(recorded) : again())}
        >
          Try again
        </Button>
      </Panel>
    );
  }

  const isWaiting = name === 'starting' || name === 'sending';
  return (
    <Panel look="gap-y-1 rounded-lg bg-sunken px-3 py-1.5">
      {isWaiting ? <SpinnerIcon className="size-5" /> : <LevelMeter recorder={recorder} />}
      <div
        // A sentence has its own line on phones; the time stays beside the buttons.
        className={`min-w-0 flex-1 text-sm ${name === 'ended' ? 'basis-56' : 'basis-24'}`}
      >
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span role="status" className={isWaiting ? '' : 'font-medium'}>
            {name === 'ended' ? dictationTexts[phase.why] : dictationTexts[phase.name]}
          </span>
          {!isWaiting && (
            <span role="timer" className="text-muted tabular-nums">
              {playTime(seconds)}
              {metered && ` · ${costText(transcriptionCost(seconds))}`}
            </span>
          )}
        </p>
      </div>
      {(name === 'recording' || name === 'paused') && (
        <Button
          variant="ghost"
          size="icon"
          aria-label={name === 'recording' ? 'Pause' : 'Resume'}
          title={name === 'recording' ? 'Pause' : 'Resume'}
          onClick={() => {
            if (name === 'recording') recorder?.pause();
            else recorder?.resume();
            setPhase({ name: name === 'recording' ? 'paused' : 'recording' });
          }}
        >
          {name === 'recording' ? (
            <CirclePause className="size-5" aria-hidden="true" />
          ) : (
            <CirclePlay className="size-5" aria-hidden="true" />
          )}
        </Button>
      )}
      <Button
        ref={isWaiting ? main : undefined}
        variant="ghost"
        size="icon"
        aria-label="Cancel dictation"
        title="Cancel dictation"
        onClick={cancel}
      >
        <X className="size-4" aria-hidden="true" />
      </Button>
      {!isWaiting && (
        <Button ref={main} variant="secondary" size="sm" onClick={done}>
          Done
        </Button>
      )}
    </Panel>
  );
}

function Panel({ look, children }: { look: string; children: ReactNode }) {
  return (
    <div
      role="group"
      aria-label="Dictation"
      className={`mb-2 flex flex-wrap items-center justify-end gap-x-2 ${look}`}
    >
      {children}
    </div>
  );
}

const TICK_MS = 250;

/** `0:42`. The media pages would load `formatPlayTime` as a file of its own if this used it. */
function playTime(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** The length of the recording so far, in whole seconds; another recording begins at 0. */
function useElapsed(recorder: Recorder | null): number {
  const [elapsed, setElapsed] = useState({ recorder, seconds: 0 });
  useEffect(() => {
    if (recorder === null) return;
    const timer = setInterval(
      () => setElapsed({ recorder, seconds: Math.floor(recorder.seconds) }),
      TICK_MS,
    );
    return () => clearInterval(timer);
  }, [recorder]);
  return elapsed.recorder === recorder ? elapsed.seconds : 0;
}

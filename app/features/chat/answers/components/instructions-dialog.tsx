import { useParams } from '@remix-run/react';
import { useEffect, useId, useState } from 'react';

import { useTokens } from '~/features/billing';
import { client, refusalText } from '~/http/client';
import { formatNumber } from '~/lib/format/numbers';
import { Button } from '~/ui/button';
import { Dialog } from '~/ui/overlays/dialog';
import { ChevronRight } from '~/ui/display/shared-icons';
import { SkeletonList } from '~/ui/feedback/skeleton';

import { MAX_SYSTEM_PROMPT } from '../../conversations/settings/conversation-settings';
import type { Settings } from '../../conversations/settings/use-settings';
import type { AnswersApi } from '../routes/answers';
import { QuestionsWithPassages } from './questions-with-passages';

export interface InstructionsProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  settings: Settings;
}

export function InstructionsDialog({ open, onOpenChange, settings }: InstructionsProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => {
        // A failure is reported, and the text stays for another try.
        if (!next) void settings.save().catch(() => {});
        onOpenChange(next);
      }}
      title="Instructions"
      description="Rules for every answer in this chat."
    >
      {open && <Content settings={settings} />}
    </Dialog>
  );
}

function Content({ settings }: { settings: Settings }) {
  const { shown, change, state } = settings;
  const metered = useTokens() !== null;
  const [previewed, setPreviewed] = useState(false);
  const id = useId();
  const left = MAX_SYSTEM_PROMPT - shown.systemPrompt.length;
  return (
    <div className="space-y-4">
      <div>
        <label htmlFor={id} className="sr-only">
          Instructions
        </label>
        <textarea
          id={id}
          rows={7}
          maxLength={MAX_SYSTEM_PROMPT}
          placeholder="For example: You’re our press officer. Write formally, and end with three headlines to choose from."
          value={shown.systemPrompt}
          onChange={(event) => change({ systemPrompt: event.target.value }, 'soon')}
          aria-describedby={`${id}-hint`}
          className="block max-h-[45dvh] min-h-32 w-full resize-y rounded-md border border-border-strong bg-field px-3 py-2.5 text-[0.9375rem] leading-6 placeholder:text-muted focus:border-ring"
        />
        <p id={`${id}-hint`} className="mt-1.5 flex justify-between gap-3 text-sm text-muted">
          <span>Applies from your next message{metered && '; adds to its token use'}.</span>
          {left < 2_000 && <span className="shrink-0 tabular-nums">{formatNumber(left)} left</span>}
        </p>
      </div>
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-2 border-t pt-3">
        <Button
          variant="ghost"
          size="sm"
          aria-expanded={previewed}
          className="-ml-3"
          onClick={() => setPreviewed(!previewed)}
        >
          <ChevronRight
            className={`size-4 transition-transform ${previewed ? 'rotate-90' : ''}`}
            aria-hidden="true"
          />
          See what the AI receives
        </Button>
        <p role="status" className="text-sm text-muted">
          {state === 'saved' && shown.systemPrompt !== '' && 'Saved'}
          {state === 'saving' && 'Saving…'}
          {state === 'new' && shown.systemPrompt !== '' && 'Ready for your first message'}
          {state === 'failed' && <span className="text-danger">Not saved</span>}
        </p>
        {state === 'failed' && (
          <Button
            variant="secondary"
            size="sm"
            // Another failure is reported again, and the text stays.
            onClick={() => void settings.save().catch(() => {})}
          >
            Try again
          </Button>
        )}
      </div>
      {previewed && <Preview settings={settings} />}
    </div>
  );
}

const api = client<AnswersApi>();
type Shown = Awaited<ReturnType<typeof api.post<'/api/chat/prompt'>>>;
const SOON_MS = 400;

/** The first message of every prompt, and the passages that went along with questions, word for word. */
function Preview({ settings: { shown } }: { settings: Settings }) {
  const { conversationId } = useParams();
  const metered = useTokens() !== null;
  const [preview, setPreview] = useState<Shown>();
  const [problem, setProblem] = useState<string>();
  const [attempt, setAttempt] = useState(0);

  useEffect(() => {
    let current = true;
    const timer = setTimeout(() => {
      api.post('/api/chat/prompt', { body: shown }).then(
        (loaded) => {
          if (!current) return;
          setPreview(loaded);
          setProblem(undefined);
        },
        (error: unknown) => {
          if (current) setProblem(refusalText(error, 'Couldn’t load this.'));
        },
      );
    }, SOON_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [shown, attempt]);

  if (problem !== undefined) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
        <p role="alert">{problem}</p>
        <Button variant="secondary" size="sm" onClick={() => setAttempt(attempt + 1)}>
          Try again
        </Button>
      </div>
    );
  }
  if (preview === undefined) {
    return <SkeletonList label="Loading…" count={4} shape="h-4" className="space-y-2.5 py-1" />;
  }
  return (
    <div>
      <p className="text-sm text-muted">
        {preview.model} reads this before each of your messages
        {metered && ` (about ${formatNumber(preview.tokens)} tokens)`}:
      </p>
      <pre
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
        tabIndex={0}
        aria-label="What the AI receives"
        className="mt-2 max-h-64 overflow-y-auto rounded-md border bg-sunken p-3 font-mono text-xs leading-5 whitespace-pre-wrap"
      >
        {preview.text}
      </pre>
      {preview.hasPassages && (
        <p className="mt-2 text-sm text-muted">
          From your documents, the passages that fit your message best go along with it.
        </p>
      )}
      {conversationId !== undefined && <QuestionsWithPassages conversationId={conversationId} />}
    </div>
  );
}

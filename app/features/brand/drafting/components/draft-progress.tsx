import { type ReactNode, useState } from 'react';

import { canContinue } from '~/engine/generation';
import { Button } from '~/ui/button';
import { CopyButton } from '~/ui/display/copy-button';
import { SpinnerIcon } from '~/ui/feedback/progress';
import { COPY_TEXTS } from '~/ui/texts';

import { FIELD_GUIDES } from '../../components/component';
import { listText } from '../../profiles/profile';
import type { ProfileDraft } from '../draft';
import { DRAFT_FIELDS, missingFields, parseDraft } from '../parse-draft';

interface DraftProgressProps {
  draft: ProfileDraft;
  running: boolean;
  /** How many fields have a draft so far. */
  arrived: number;
  onStop: () => Promise<void>;
  onContinue: () => Promise<void>;
  onRegenerate: () => Promise<void>;
  onChange: () => void;
  /** Further actions on the draft. */
  children: ReactNode;
}

/** The progress of a draft, how it ended, and what can be done next. */
export function DraftProgress({
  draft,
  running,
  arrived,
  onStop,
  onContinue,
  onRegenerate,
  onChange,
  children,
}: DraftProgressProps) {
  const [pending, setPending] = useState<string | null>(null);
  const unreadable = !running && arrived === 0 && draft.text.trim() !== '';
  const broken = draft.state === 'failed' || draft.state === 'interrupted';

  async function act(name: string, action: () => Promise<void>) {
    setPending(name);
    await action();
    setPending(null);
  }

  return (
    <div className="top-14 z-10 -mx-5 space-y-3 border-y bg-surface px-5 py-3 sm:sticky sm:-mx-8 sm:px-8">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p
          role="status"
          className={`inline-flex min-w-48 flex-1 items-center gap-2 text-sm ${broken ? 'text-danger' : ''}`}
        >
          {running && <SpinnerIcon className="size-4 shrink-0 text-accent" />}
          <span>{running ? 'The assistant is writing…' : endText(draft, arrived)}</span>
        </p>
        {running ? (
          <>
            <span aria-hidden="true" className="text-sm text-muted tabular-nums">
              {arrived} of {DRAFT_FIELDS.length}
            </span>
            <Button
              variant="secondary"
              size="sm"
              pending={pending === 'stop'}
              onClick={() => void act('stop', onStop)}
            >
              Stop
            </Button>
          </>
        ) : (
          <>
            {canContinue(draft.state) && draft.text !== '' && !unreadable && (
              <Button
                variant="secondary"
                size="sm"
                pending={pending === 'continue'}
                onClick={() => void act('continue', onContinue)}
              >
                Continue
              </Button>
            )}
            <Button
              variant="secondary"
              size="sm"
              pending={pending === 'again'}
              onClick={() => void act('again', onRegenerate)}
            >
              Try again
            </Button>
            <Button variant="ghost" size="sm" onClick={onChange}>
              Edit your text
            </Button>
          </>
        )}
        {children}
      </div>
      {running && (
        <div aria-hidden="true" className="h-1 overflow-hidden rounded-full bg-sunken">
          <div
            className="h-full rounded-full bg-accent transition-[width]"
            style={{ width: `${(100 * arrived) / DRAFT_FIELDS.length}%` }}
          />
        </div>
      )}
      {unreadable && <Unreadable text={draft.text} />}
    </div>
  );
}

function Unreadable({ text }: { text: string }) {
  return (
    <div className="text-sm">
      <div className="flex items-center justify-between gap-3">
        <p className="text-muted">Here’s what we got:</p>
        <CopyButton
          label="Copy"
          text={() => text}
          copied={COPY_TEXTS.copied}
          failed={COPY_TEXTS.copyFailed}
          size="sm"
        />
      </div>
      <p className="mt-1 max-h-60 overflow-y-auto rounded-md border bg-sunken px-3 py-2 wrap-anywhere whitespace-pre-wrap">
        {text}
      </p>
    </div>
  );
}

function endText(draft: ProfileDraft, arrived: number): string {
  const { state, reason, text } = draft;
  const rest = arrived > 0 ? ' What it wrote is below.' : '';
  if (state === 'stopped') return `Stopped.${rest}`;
  if (state === 'interrupted') return `The assistant was interrupted.${rest}`;
  if (state === 'failed') {
    return `The assistant couldn’t finish: ${reason ?? 'the AI service failed'}.${rest}`;
  }
  if (arrived === 0) return 'We couldn’t read this draft. Try again.';
  const missing = missingFields(parseDraft(text)).map((field) => FIELD_GUIDES[field].label);
  if (missing.length === 0) return 'Every field has a draft.';
  return missing.length > MAX_NAMED
    ? `We found nothing for ${missing.length} of ${DRAFT_FIELDS.length} fields.`
    : `We found nothing for ${listText(missing)}.`;
}

/** A longer list of names would cover the fields that it lists. */
const MAX_NAMED = 4;

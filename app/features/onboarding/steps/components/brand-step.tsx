import { Link, useNavigate } from '@remix-run/react';
import { useMemo, useRef, useState } from 'react';

import { canContinue, isRunning } from '~/engine/generation';
import { type Refused, refusedBy, RefusedNote } from '~/features/billing';
import {
  DRAFT_FIELDS,
  DraftLook,
  FIELD_GUIDES,
  isTextTooLong,
  type ProfileDraft,
  proposalIn,
  proposedText,
  useDraft,
  useLookSuggestion,
  useReview,
} from '~/features/brand';
import { client } from '~/http/client';
import { newClientKey } from '~/lib/client-key';
import { formatCount } from '~/lib/format/numbers';
import { Button } from '~/ui/button';
import { ArrowLeft } from '~/ui/display/shared-icons';
import { DemoChip } from '~/ui/feedback/demo';
import { SpinnerIcon } from '~/ui/feedback/progress';
import { useReload } from '~/ui/use-reload';

import { type BrandTexts, CARD_FIELDS, textsOf } from '../../onboarding';
import { onboardingTexts } from '../../texts';
import type { BrandToMeet } from '../read-steps.server';
import type { OnboardingApi } from '../routes/onboarding';
import { BrandField, type CardField } from './brand-field';
import { StepFrame } from './step-frame';

const api = client<OnboardingApi>();

/** The names that a card has room for. */
const LABELS: Partial<Record<CardField, string>> = {
  brandVoice: 'Voice',
  idealCustomer: 'Audience',
  offering: 'Offer',
};

/** The second step: a card of the brand, as it is drafted, edited in place and accepted as a whole. */
export function BrandStep({ profile, draft: loaded, hasPosts }: BrandToMeet) {
  const navigate = useNavigate();
  const current = useMemo(() => textsOf(profile), [profile]);
  const look = useLookSuggestion(profile, useReload());
  const { draft, start, continueDraft, stop } = useDraft(profile.id, loaded);
  const { notes, edit, clear } = useReview(draft?.id ?? profile.id);
  const [saving, setSaving] = useState(false);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<Refused | null>(null);
  const page = useRef<HTMLDivElement>(null);
  const postsKey = useRef(newClientKey());
  const running = draft !== null && isRunning(draft.state);
  const proposal = draft && proposalIn(draft, running);

  const textOf = (field: CardField) => {
    const edited = notes.edited[field];
    if (edited !== undefined) return edited;
    const proposed = proposal ? proposedText(field, proposal, notes) : '';
    return proposed === '' ? (current[field] ?? '') : proposed;
  };
  const stateOf = (field: CardField) => {
    if (!running || notes.edited[field] !== undefined) return 'open';
    if (proposal?.parsed.last === field) return 'writing';
    return textOf(field) === '' ? 'waiting' : 'open';
  };
  const others = DRAFT_FIELDS.filter(
    (field) => !CARD_FIELDS.some((other) => other === field) && textOf(field).trim() !== '',
  );
  const arrived = DRAFT_FIELDS.filter((field) => textOf(field).trim() !== '').length;

  async function attempt(what: () => Promise<void>, otherwise: string) {
    setPending(true);
    setProblem(null);
    try {
      await what();
    } catch (error) {
      setProblem(refusedBy(error, otherwise));
    }
    setPending(false);
  }

  async function accept() {
    const written = DRAFT_FIELDS.map((field) => [field, textOf(field)] as const).filter(
      ([, text]) => text.trim() !== '',
    );
    setProblem(null);
    if (written.some(([field, text]) => isTextTooLong(field, text))) {
      page.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus();
      return;
    }
    if (written.length === 0) {
      setProblem({ text: onboardingTexts.nothingToSave, tokens: false });
      page.current?.querySelector('textarea')?.focus();
      return;
    }
    setSaving(true);
    const texts: BrandTexts = Object.fromEntries(written);
    try {
      await api.post('/api/onboarding/brand', { body: { draftId: draft?.id ?? null, texts } });
      await look?.save();
    } catch (error) {
      setProblem(refusedBy(error, onboardingTexts.saveFailed));
      setSaving(false);
      return;
    }
    let refused: Refused | null = null;
    let image: Refused | null = null;
    if (!hasPosts) {
      try {
        const body = { clientKey: postsKey.current };
        ({ image } = await api.post('/api/onboarding/posts', { body }));
      } catch (error) {
        // The brand is saved, so the next step says what it takes for the posts.
        refused = refusedBy(error, onboardingTexts.postsFailed);
      }
    }
    clear();
    navigate('/welcome/posts', { state: { refused, image } });
  }

  return (
    <StepFrame
      path="/welcome/brand"
      title={`Meet ${profile.name}`}
      intro={
        arrived === 0 && !running
          ? 'A few words about each are enough. Everything you create follows them.'
          : 'This is how we understand your brand. Edit anything. Everything you create follows it.'
      }
    >
      <div ref={page} className="mt-8">
        <DraftState
          draft={draft}
          running={running}
          arrived={arrived}
          pending={pending}
          onStop={() => void attempt(stop, onboardingTexts.draftRetryFailed)}
          onContinue={() => void attempt(continueDraft, onboardingTexts.draftRetryFailed)}
          onRetry={() => {
            if (draft) void attempt(() => start(draft), onboardingTexts.draftRetryFailed);
          }}
        />
        <section
          aria-label="Your brand"
          aria-busy={running}
          className="rounded-xl border bg-raised px-5 shadow-raised sm:px-7"
        >
          <div className="divide-y">
            {CARD_FIELDS.map((field) => (
              <BrandField
                key={field}
                field={field}
                label={LABELS[field] ?? FIELD_GUIDES[field].label}
                state={stateOf(field)}
                text={textOf(field)}
                onEdit={edit}
              />
            ))}
          </div>
          {others.length > 0 && !running && (
            <details className="border-t py-1">
              <summary className="disclosure rounded-sm py-3 text-sm text-muted hover:text-text">
                {formatCount(others.length, 'more detail')}
              </summary>
              <div className="divide-y">
                {others.map((field) => (
                  <BrandField
                    key={field}
                    field={field}
                    label={FIELD_GUIDES[field].label}
                    state="open"
                    text={textOf(field)}
                    onEdit={edit}
                  />
                ))}
              </div>
            </details>
          )}
          {look && !running && (
            <div className="border-t">
              <DraftLook suggestion={look} small />
            </div>
          )}
        </section>
        <div className="mt-5">
          <RefusedNote refused={problem} />
        </div>
        <div className="sticky bottom-0 z-10 -mx-5 mt-5 flex flex-wrap items-center gap-x-2 gap-y-3 border-t bg-surface px-5 py-4 sm:-mx-8 sm:px-8">
          <Button
            size="lg"
            pending={saving}
            aria-disabled={running || undefined}
            onClick={() => !running && void accept()}
            className="aria-disabled:opacity-60 max-sm:flex-1"
          >
            {hasPosts ? 'Save and continue' : 'Save and write my posts'}
          </Button>
          <Link
            to="/welcome"
            className="inline-flex h-10 items-center gap-1.5 rounded-md px-3 text-sm font-medium text-muted hover:bg-hover hover:text-text touch:h-11"
          >
            <ArrowLeft className="size-4" aria-hidden="true" />
            Back
          </Link>
        </div>
      </div>
    </StepFrame>
  );
}

interface DraftStateProps {
  draft: ProfileDraft | null;
  running: boolean;
  arrived: number;
  pending: boolean;
  onStop: () => void;
  onContinue: () => void;
  onRetry: () => void;
}

/** How far the draft is, how it ended, and what can be done about it. */
function DraftState({ draft, running, arrived, pending, ...on }: DraftStateProps) {
  if (draft === null) return null;
  const { state, text } = draft;
  const ended = state !== 'done' || arrived === 0;
  return (
    <div className="mb-4 flex min-h-8 flex-wrap items-center gap-x-3 gap-y-2 text-sm touch:min-h-11">
      <p
        role="status"
        className={`flex min-w-48 flex-1 items-center gap-2 text-pretty text-muted ${!running && ended ? 'max-sm:basis-full' : ''}`}
      >
        {running && <SpinnerIcon className="size-4 shrink-0 text-accent" />}
        <span>{running ? onboardingTexts.drafting : endText(draft, arrived)}</span>
      </p>
      {!running && !ended && <DemoChip />}
      {running && (
        <Button variant="ghost" size="sm" pending={pending} onClick={on.onStop} className="-mr-3">
          Stop
        </Button>
      )}
      {!running && ended && (
        <>
          {canContinue(state) && text.trim() !== '' && (
            <Button variant="secondary" size="sm" pending={pending} onClick={on.onContinue}>
              Continue
            </Button>
          )}
          <Button variant="secondary" size="sm" pending={pending} onClick={on.onRetry}>
            Try again
          </Button>
        </>
      )}
    </div>
  );
}

function endText({ state, reason }: ProfileDraft, arrived: number): string {
  if (state === 'failed') return onboardingTexts.draftFailed(reason ?? 'the AI service failed');
  if (arrived === 0) return onboardingTexts.draftUnreadable;
  return state === 'done' ? onboardingTexts.drafted : onboardingTexts.draftStopped;
}

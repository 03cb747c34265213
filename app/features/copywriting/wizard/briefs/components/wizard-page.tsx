import { Link, useNavigate } from '@remix-run/react';
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';

import { onEvent } from '~/engine/events';
import { type Estimated, type Refused, refusedBy, RefusedNote } from '~/features/billing';
import { type ProfileListData, useProfiles } from '~/features/brand';
import { client } from '~/http/client';
import { newClientKey } from '~/lib/client-key';
import { Button } from '~/ui/button';
import { Page } from '~/ui/page/page';
import { useReload } from '~/ui/use-reload';

import type { ContentItem } from '../../../library/content/content';
import type { BriefsApi } from '../../routes/briefs';
import { briefTexts } from '../../texts';
import { briefAddress, type BriefList } from '../brief';
import {
  type BriefForm,
  chosenFormats,
  costText,
  FIELD_ORDER,
  filledForm,
  profileOf,
  requestOf,
  variantCount,
} from '../brief-form';
import { type BriefProblems, checkBrief } from '../check-brief';
import type { KnownFields } from '../known-fields';
import {
  clearStoredForm,
  refusedProblems,
  useBriefEstimate,
  useBriefForm,
} from '../use-brief-form';
import { BriefStep } from './brief-step';
import { RecentBriefs, RecentTexts } from './recent-briefs';
import { WhatStep } from './what-step';

const api = client<BriefsApi>();

export interface WizardPageProps {
  profiles: ProfileListData;
  /** What each profile knows of a brief, by its id. */
  known: Record<string, KnownFields>;
  briefs: BriefList;
  recent: ContentItem[];
}

/** The copy wizard: what to write, and the brief. */
export function WizardPage({ profiles, known, briefs, recent }: WizardPageProps) {
  const reload = useReload();
  useEffect(() => onEvent('profile', reload), [reload]);
  return (
    <Page
      title="Copy Wizard"
      intro="Brief it once. Get posts, articles, pages, and emails in your voice."
    >
      <Wizard profiles={profiles} known={known}>
        <RecentBriefs first={briefs} />
        <RecentTexts items={recent} />
        <p className="text-sm text-muted">
          Already have copy?{' '}
          <Link
            to="/copy-wizard/new"
            className="inline-flex items-center rounded-sm text-accent underline underline-offset-4 touch:min-h-11"
          >
            Paste it in
          </Link>
        </p>
      </Wizard>
    </Page>
  );
}

const SOME_INVALID: Refused = { text: briefTexts.someInvalid, tokens: false };

interface WizardProps extends Pick<WizardPageProps, 'profiles' | 'known'> {
  /** Shown below; on phones only with the first step, since each step replaces the last there. */
  children: ReactNode;
}

function Wizard({ profiles, known, children }: WizardProps) {
  const navigate = useNavigate();
  const profileState = useProfiles(profiles);
  const { form, change, clear } = useBriefForm();
  const [choosing, setChoosing] = useState(false);
  const [problems, setProblems] = useState<BriefProblems>({});
  const [error, setError] = useState<Refused | null>(null);
  const [pending, setPending] = useState(false);
  const element = useRef<HTMLFormElement>(null);
  const first = useRef<HTMLHeadingElement>(null);
  const second = useRef<HTMLHeadingElement>(null);
  const errorId = useId();

  const profileId = existing(profileOf(form, profileState.selected?.id ?? null), profileState);
  const knownFields = (profileId && known[profileId]) || {};
  const filled = filledForm(form, knownFields);
  const request = requestOf({ ...filled, profile: profileId ? { id: profileId } : 'none' }, null);
  const estimated = useBriefEstimate(chosenFormats(form).length > 0 ? request : null);
  const sent = useRef({ request: '', key: '' });
  const open = form.kind === null || choosing;

  // Where the focus goes once that step has rendered.
  const next = useRef<'first' | 'second' | null>(null);
  useEffect(() => {
    // Effects of an earlier render may run before the step is there.
    const heading = next.current && (next.current === 'first' ? first : second).current;
    if (!heading) return;
    heading.focus();
    next.current = null;
  });

  function edit(part: Partial<BriefForm>) {
    change(part);
    setProblems((old) => without(old, part));
  }

  function show(found: BriefProblems, refused: Refused) {
    setProblems(found);
    setError(refused);
    if (found.formatIds ?? found.kind) setChoosing(true);
    const name = FIELD_ORDER.find((field) => found[field] !== undefined);
    const field = name && element.current?.elements.namedItem(name);
    if (field instanceof HTMLElement) field.focus();
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (pending) return;
    const { problems: found } = checkBrief({ ...request });
    if (found) return show(found, SOME_INVALID);
    setProblems({});
    setError(null);
    setPending(true);
    // Submitting the same brief again must not write it twice, whatever became of the first attempt.
    const asked = JSON.stringify(request);
    if (sent.current.request !== asked) {
      sent.current = { request: asked, key: newClientKey() };
    }
    try {
      const body = { ...request, clientKey: sent.current.key };
      const { id } = await api.post('/api/briefs', { body });
      clearStoredForm();
      navigate(briefAddress(id));
    } catch (failure) {
      const fields = refusedProblems(failure);
      show(fields ?? {}, fields ? SOME_INVALID : refusedBy(failure, briefTexts.writeFailed));
      setPending(false);
    }
  }

  const count = variantCount(form);
  return (
    <>
      <form ref={element} noValidate onSubmit={(event) => void submit(event)} className="space-y-8">
        <WhatStep
          ref={first}
          form={form}
          open={open}
          error={problems.formatIds}
          onOpen={() => {
            setChoosing(true);
            next.current = 'first';
          }}
          onChosen={(choice) => {
            edit(choice);
            setChoosing(false);
            next.current = 'second';
          }}
          onCampaign={(campaign) => edit({ campaign })}
        />
        {!open && (
          <BriefStep
            ref={second}
            form={form}
            known={knownFields}
            profiles={profileState.profiles ?? []}
            profileId={profileId}
            problems={problems}
            onChange={edit}
          >
            <EstimateLine estimated={estimated} />
            {error !== null && <RefusedNote id={errorId} refused={error} />}
            <div className="flex flex-wrap items-center gap-3">
              <Button
                type="submit"
                pending={pending}
                aria-describedby={error !== null ? errorId : undefined}
                className="min-w-40 touch:w-full"
              >
                {writeLabel(form.kind, count)}
              </Button>
              <Button
                variant="ghost"
                onClick={() => {
                  clear();
                  setProblems({});
                  setError(null);
                  setChoosing(false);
                  next.current = 'first';
                }}
                className="touch:w-full"
              >
                Start over
              </Button>
            </div>
          </BriefStep>
        )}
      </form>
      <div className={`mt-14 space-y-10 ${open ? '' : 'max-sm:hidden'}`}>{children}</div>
    </>
  );
}

function writeLabel(kind: BriefForm['kind'], count: number): string {
  if (kind === 'campaign') return count === 1 ? 'Write 1 piece' : `Write ${count} pieces`;
  return count === 1 ? 'Write 1 variant' : `Write ${count} variants`;
}

/** Falls back to the selected profile when this one no longer exists. */
function existing(id: string | null, { profiles, selected }: ReturnType<typeof useProfiles>) {
  if (id === null || profiles === null || profiles.some((one) => one.id === id)) return id;
  return selected?.id ?? null;
}

const NAMES: Partial<Record<keyof BriefForm, keyof BriefProblems>> = {
  kind: 'formatIds',
  formatId: 'formatIds',
  campaign: 'formatIds',
  profile: 'profileId',
};

/** Drops the problems of fields that are being changed: they are fixed, or will be found again. */
function without(problems: BriefProblems, part: Partial<BriefForm>): BriefProblems {
  const left = { ...problems };
  for (const name of Object.keys(part) as (keyof BriefForm)[]) {
    delete left[NAMES[name] ?? (name as keyof BriefProblems)];
  }
  return left;
}

/** The estimated cost, shown before submitting. */
function EstimateLine({ estimated: { estimate, failed } }: { estimated: Estimated }) {
  const words = estimate && costText(estimate);
  return (
    <p
      role="status"
      className={`min-h-5 text-sm text-pretty ${words?.short ? 'text-danger' : 'text-muted'}`}
    >
      {words?.text}
      {words?.short && (
        <>
          {' '}
          <Link to="/settings?tab=tokens" className="rounded-sm underline underline-offset-4">
            See your tokens
          </Link>
        </>
      )}
      {failed && briefTexts.estimateFailed}
    </p>
  );
}

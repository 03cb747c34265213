import { Link, useLocation, useNavigate } from '@remix-run/react';
import { Sparkles } from 'lucide-react';
import { useCallback } from 'react';

import { Button, buttonClass } from '~/ui/button';
import { useLoadOnUse } from '~/ui/load-on-use';
import { useReload } from '~/ui/use-reload';
import { SkeletonList } from '~/ui/feedback/skeleton';
import { BackLink } from '~/ui/page/back-link';

import { COMPONENT_KINDS } from '../../components/component';
import { ComponentForm } from '../../components/components/component-form';
import { useComponentEditors, useEditorStates } from '../../components/use-component-editors';
import { SentForFormats } from '../../grounding/components/sent-for-formats';
import { BrandAvatar } from '../../look/components/brand-avatar';
import { LookForm } from '../../look/components/look-form';
import { shownLook, useLookEditor } from '../../look/use-look-editor';
import type { FormatName } from '../../voice/rule-kinds';
import { useRuleList } from '../../voice/use-rule-list';
import { type OpenProfile, type ProfileList, stepOf, stepSearch } from '../profile';
import { useProfiles } from '../use-profiles';
import { Completeness, ProfileSteps } from './completeness';
import { ProfileActions } from './profile-actions';

const loadVoice = () => import('../../voice/components/voice-form');
const loadKnowledge = () => import('../../knowledge/sources/components/knowledge-step');

interface ProfilePageProps {
  profile: OpenProfile;
  list: ProfileList;
  /** The formats that voice rules can be limited to. */
  formats: readonly FormatName[];
}

/** A profile's page, with its four steps, its look, its voice rules, and its sources. */
export function ProfilePage({ profile, list, formats }: ProfilePageProps) {
  const navigate = useNavigate();
  const reload = useReload();
  const { search } = useLocation();
  const { selected, select } = useProfiles(list);
  const editors = useComponentEditors(profile);
  const states = useEditorStates(editors);
  const { editor: lookEditor, state: lookState } = useLookEditor(profile);
  const rules = useRuleList(profile.id, profile.voice);
  const limited = new Set(rules.voice.rules.flatMap((rule) => rule.formats));
  const step = stepOf(search);
  const leaveStep = useCallback(() => navigate(stepSearch('brandStory')), [navigate]);
  const voice = useLoadOnUse(loadVoice, step === 'voice', leaveStep);
  const knowledge = useLoadOnUse(loadKnowledge, step === 'knowledge', leaveStep);
  const missing = COMPONENT_KINDS.filter((other) => states[other].component.id === null);
  const saved = COMPONENT_KINDS.map((other) => {
    const { id, version } = states[other].component;
    return `${id}:${version}`;
  });

  return (
    <div className="mx-auto w-full max-w-4xl px-5 py-8 sm:px-8 sm:py-12">
      <BackLink to="/profiles">Brand profiles</BackLink>
      <div className="mt-3 flex items-start gap-3 sm:gap-4">
        {profile.look.logoUrl !== null && (
          <BrandAvatar
            name={profile.name}
            look={{ ...shownLook(lookState), logoUrl: profile.look.logoUrl }}
            className="size-11 rounded-lg border"
          />
        )}
        <h1
          title={profile.name}
          className="min-w-0 flex-1 line-clamp-4 font-display text-3xl leading-tight font-semibold tracking-tight wrap-anywhere"
        >
          {profile.name}
        </h1>
        <ProfileActions
          profile={profile}
          onChanged={reload}
          onDuplicated={(id) => navigate(`/profiles/${id}`)}
          onDeleted={() => navigate('/profiles')}
        />
      </div>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <Completeness missing={missing} />
        <div className="flex flex-wrap items-center gap-2">
          <Link
            to={`/profiles/${profile.id}/draft`}
            className={buttonClass({ variant: 'secondary', size: 'sm' })}
          >
            <Sparkles className="size-4" aria-hidden="true" />
            Draft it for me
          </Link>
          {selected?.id === profile.id ? (
            <span className="rounded-full bg-accent-soft px-3 py-1 text-sm font-medium text-accent">
              Active
            </span>
          ) : (
            <Button variant="secondary" size="sm" onClick={() => void select(profile.id)}>
              Make active
            </Button>
          )}
        </div>
      </div>
      <div className="mt-8 space-y-8">
        <ProfileSteps current={step} missing={missing} />
        {step === 'look' ? (
          <LookForm profile={profile} editor={lookEditor} state={lookState} reload={reload} />
        ) : step === 'voice' ? (
          (voice && <voice.VoiceForm profileId={profile.id} list={rules} formats={formats} />) || (
            <StepLoading />
          )
        ) : step === 'knowledge' ? (
          (knowledge && <knowledge.KnowledgeStep key={profile.id} profileId={profile.id} />) || (
            <StepLoading />
          )
        ) : (
          <ComponentForm
            key={step}
            profile={profile}
            editor={editors[step]}
            state={states[step]}
            reload={reload}
          />
        )}
        <SentForFormats
          profileId={profile.id}
          saved={`${profile.name} ${saved.join(' ')} ${lookState.component.version} ${rules.voice.version}`}
          formats={formats.filter(({ id }) => limited.has(id))}
        />
      </div>
    </div>
  );
}

function StepLoading() {
  return <SkeletonList label="Loading…" count={4} shape="h-11" className="space-y-3" />;
}

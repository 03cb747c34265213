import { Link } from '@remix-run/react';
import { forwardRef, useId } from 'react';

import { Completeness, type Profiles, SentText } from '~/features/brand';
import { Button } from '~/ui/button';
import { Spinner } from '~/ui/feedback/progress';

import type { BriefForm } from '../brief-form';
import { Step } from './step';

interface ProfileStepProps {
  profileState: Profiles;
  /** The profile that will be used. */
  profileId: string | null;
  error?: string;
  onChange: (profile: BriefForm['profile']) => void;
}

const NONE = 'none';

/** Chooses the brand that the text is for. */
export const ProfileStep = forwardRef<HTMLHeadingElement, ProfileStepProps>(function ProfileStep(
  { profileState, profileId, error, onChange },
  ref,
) {
  return (
    <Step ref={ref} number={2} title="For which brand?">
      {profileState.profiles === null ? (
        profileState.failed ? (
          <Button variant="secondary" size="sm" onClick={profileState.reload}>
            Load the profiles again
          </Button>
        ) : (
          <Spinner />
        )
      ) : profileState.profiles.length === 0 ? (
        <p className="max-w-xl text-sm text-muted text-pretty">
          You have no brand profile yet, and can write without one. With one, every text knows your
          story, your customers and your offer.{' '}
          <Link to="/profiles" className="rounded-sm text-accent underline underline-offset-4">
            Create a profile
          </Link>
        </p>
      ) : (
        <Picker
          profileState={profileState}
          profileId={profileId}
          error={error}
          onChange={onChange}
        />
      )}
    </Step>
  );
});

function Picker({ profileState, profileId, error, onChange }: ProfileStepProps) {
  const id = useId();
  const profiles = profileState.profiles ?? [];
  const profile = profiles.find((one) => one.id === profileId);
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <label htmlFor={id} className="sr-only">
          Brand profile
        </label>
        <select
          id={id}
          name="profileId"
          value={profile?.id ?? NONE}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={({ target }) => onChange(target.value === NONE ? 'none' : { id: target.value })}
          className="block h-11 w-full max-w-xs rounded-md border border-border-strong bg-field px-3 text-[0.9375rem] hover:border-text/60 focus:border-ring aria-invalid:border-danger"
        >
          {profiles.map(({ id: value, name }) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
          <option value={NONE}>No profile</option>
        </select>
        {profile ? (
          <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
            <Completeness missing={profile.missing} />
            <Link
              to={`/profiles/${profile.id}`}
              className="inline-flex items-center rounded-sm text-sm text-accent underline underline-offset-4 touch:min-h-11"
            >
              {profile.complete ? 'Open it' : 'Complete it'}
              <span className="sr-only"> ({profile.name})</span>
            </Link>
          </span>
        ) : (
          <span className="text-sm text-muted">The text will know only your brief.</span>
        )}
      </div>
      {error && (
        <p id={`${id}-error`} className="text-sm text-danger">
          {error}
        </p>
      )}
      {profile && <SentText key={profile.id} profileId={profile.id} saved="" />}
    </div>
  );
}

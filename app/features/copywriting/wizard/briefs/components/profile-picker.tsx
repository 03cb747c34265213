import { Link } from '@remix-run/react';
import { useId } from 'react';

import { Completeness, type Profiles, SentText } from '~/features/brand';

import type { BriefForm } from '../brief-form';

interface ProfilePickerProps {
  profiles: NonNullable<Profiles['profiles']>;
  /** The profile that will be used. */
  profileId: string | null;
  /** The format that what is sent is shown for; the first of a campaign. */
  format: string | undefined;
  error?: string;
  onChange: (profile: BriefForm['profile']) => void;
}

const NONE = 'none';

/** Chooses the brand that the text is for. */
export function ProfilePicker({
  profiles,
  profileId,
  format,
  error,
  onChange,
}: ProfilePickerProps) {
  const id = useId();
  const profile = profiles.find((one) => one.id === profileId);
  if (profiles.length === 0) {
    return (
      <p className="text-sm text-muted text-pretty">
        <Link
          to="/profiles"
          className="inline-flex items-center rounded-sm text-accent underline underline-offset-4 touch:min-h-11"
        >
          Add your brand
        </Link>{' '}
        once, and everything we write will know your story, your customers, and your offer.
      </p>
    );
  }
  return (
    <div className="space-y-3">
      <div>
        <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
          Brand profile
        </label>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <select
            id={id}
            name="profileId"
            value={profile?.id ?? NONE}
            aria-invalid={error !== undefined || undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            onChange={({ target }) =>
              onChange(target.value === NONE ? 'none' : { id: target.value })
            }
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
                {profile.complete ? 'Open' : 'Complete it'}
                <span className="sr-only"> ({profile.name})</span>
              </Link>
            </span>
          ) : (
            <span className="text-sm text-muted">We’ll only use your brief.</span>
          )}
        </div>
        {error && (
          <p id={`${id}-error`} className="mt-1.5 text-sm text-danger">
            {error}
          </p>
        )}
      </div>
      {profile && <SentText key={profile.id} profileId={profile.id} saved="" format={format} />}
    </div>
  );
}

import { Link, useNavigate } from '@remix-run/react';
import { Sparkles } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { client, refusalText } from '~/http/client';
import { Button } from '~/ui/button';
import { Field } from '~/ui/forms/field';
import { Palette } from '~/ui/display/shared-icons';

import { MAX_NAME } from '../../components/component';
import { BrandAvatar } from '../../look/components/brand-avatar';
import { profilesTexts } from '../../texts';
import type { ProfileChoice, ProfileList as List } from '../profile';
import type { ProfilesApi } from '../routes/profiles';
import { type Profiles, useProfiles } from '../use-profiles';
import { Completeness } from './completeness';
import { ProfileActions } from './profile-actions';

const api = client<ProfilesApi>();

/** All of a user's profiles, which one is in use, and a form for a new one. */
export function ProfileList({ list }: { list: List }) {
  const profileState = useProfiles(list);
  const profiles = profileState.profiles ?? [];
  return (
    <div className="space-y-8">
      {profileState.failed && (
        <div
          role="alert"
          className="flex flex-wrap items-center justify-between gap-3 rounded-lg border border-danger/40 bg-danger-soft px-4 py-3 text-sm text-danger"
        >
          <p className="min-w-40 flex-1">This list may be out of date.</p>
          <Button variant="secondary" size="sm" onClick={profileState.reload} className="text-text">
            Try again
          </Button>
        </div>
      )}
      {profiles.length === 0 ? (
        <div className="rounded-xl border border-dashed px-6 py-10 text-center">
          <Palette className="mx-auto size-6 text-muted" aria-hidden="true" />
          <h2 className="mt-3 font-display text-xl font-semibold">Describe your first brand</h2>
          <p className="mx-auto mt-2 max-w-md text-sm text-balance text-muted">
            Everything we write for you will sound like it. Name your brand, then let AI draft the
            rest or fill in four short steps yourself.
          </p>
        </div>
      ) : (
        <ul aria-label="Profiles" className="divide-y rounded-xl border bg-surface">
          {profiles.map((profile) => (
            <Row key={profile.id} profile={profile} profileState={profileState} />
          ))}
        </ul>
      )}
      <NewProfileForm />
    </div>
  );
}

function Row({ profile, profileState }: { profile: ProfileChoice; profileState: Profiles }) {
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);
  const isCurrent = profileState.selected?.id === profile.id;

  async function use() {
    setPending(true);
    await profileState.select(profile.id);
    setPending(false);
  }

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-4">
      <BrandAvatar name={profile.name} look={profile.look} className="size-11 rounded-lg border" />
      <div className="min-w-40 flex-1">
        <Link
          to={`/profiles/${profile.id}`}
          className="inline-flex max-w-full items-center rounded-sm font-medium wrap-anywhere hover:underline touch:min-h-11"
        >
          {profile.name}
        </Link>
        <div>
          <Completeness missing={profile.missing} />
        </div>
      </div>
      <div className="flex items-center gap-1 max-sm:ml-15">
        {isCurrent ? (
          <span className="rounded-full bg-accent-soft px-3 py-1 text-sm font-medium text-accent">
            Active
          </span>
        ) : (
          <Button variant="secondary" size="sm" pending={pending} onClick={() => void use()}>
            Make active<span className="sr-only"> ({profile.name})</span>
          </Button>
        )}
        <ProfileActions
          profile={profile}
          onChanged={profileState.reload}
          onDuplicated={(id) => navigate(`/profiles/${id}`)}
          onDeleted={profileState.reload}
        />
      </div>
    </li>
  );
}

/** Creates a profile and opens it. */
function NewProfileForm() {
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState<'' | 'draft' | null>(null);

  async function create(event: FormEvent) {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const next = submitter?.getAttribute('value') === 'draft' ? 'draft' : '';
    const name = field.current?.value.trim() ?? '';
    if (pending !== null) return;
    if (name === '') {
      setError(profilesTexts.nameMissing);
      field.current?.focus();
      return;
    }
    setError(undefined);
    setPending(next);
    try {
      const { id } = await api.post('/api/profiles', { body: { name } });
      navigate(`/profiles/${id}${next && `/${next}`}`);
    } catch (failure) {
      showFailure(failure, refusalText(failure, profilesTexts.createFailed));
      setPending(null);
    }
  }

  return (
    <form
      method="post"
      noValidate
      onSubmit={(event) => void create(event)}
      className="flex flex-wrap items-start gap-3"
    >
      <Field
        ref={field}
        label="Brand name"
        name="name"
        maxLength={MAX_NAME}
        placeholder="Rye & Co Bakery"
        autoComplete="off"
        errors={error === undefined ? undefined : [error]}
        className="min-w-52 flex-1"
      />
      <div className="flex flex-wrap gap-3 sm:mt-6.5">
        <Button type="submit" pending={pending === ''} className="h-11">
          Create profile
        </Button>
        <Button
          type="submit"
          variant="secondary"
          value="draft"
          pending={pending === 'draft'}
          className="h-11"
        >
          <Sparkles className="size-4" aria-hidden="true" />
          Draft it for me
        </Button>
      </div>
    </form>
  );
}

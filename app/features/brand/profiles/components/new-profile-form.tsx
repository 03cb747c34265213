import { useNavigate } from '@remix-run/react';
import { Sparkles } from 'lucide-react';
import { useRef, useState, type FormEvent } from 'react';

import { showFailure } from '~/features/accounts';
import { client, refusalText } from '~/http/client';
import { Button } from '~/ui/button';
import { Field } from '~/ui/forms/field';

import { MAX_NAME } from '../../components/component';
import { profilesTexts } from '../../texts';
import type { ProfilesApi } from '../routes/profiles';

const api = client<ProfilesApi>();

/** Makes a profile and opens it. */
export function NewProfileForm() {
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
        label="Name of the new profile"
        name="name"
        maxLength={MAX_NAME}
        placeholder="Your business or brand"
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

import { useNavigate } from '@remix-run/react';
import { useRef, useState, type FormEvent } from 'react';

import { tellFailure } from '~/features/auth';
import { Button } from '~/ui/button';
import { Field } from '~/ui/field';

import { NAME_MOST } from '../component';
import { profilesMessages } from '../messages';
import { refusalText, requestNewProfile } from '../profile-requests';

/** Makes a profile and opens it. */
export function NewProfileForm() {
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [error, setError] = useState<string>();
  const [pending, setPending] = useState(false);

  async function create(event: FormEvent) {
    event.preventDefault();
    const name = field.current?.value.trim() ?? '';
    if (pending) return;
    if (name === '') {
      setError(profilesMessages.nameMissing);
      field.current?.focus();
      return;
    }
    setError(undefined);
    setPending(true);
    try {
      navigate(`/profiles/${await requestNewProfile(name)}`);
    } catch (failure) {
      tellFailure(failure, refusalText(failure) ?? profilesMessages.createFailed);
      setPending(false);
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
        maxLength={NAME_MOST}
        placeholder="Your business or brand"
        autoComplete="off"
        errors={error === undefined ? undefined : [error]}
        className="min-w-52 flex-1"
      />
      <Button type="submit" pending={pending} className="mt-6.5 h-11">
        Create profile
      </Button>
    </form>
  );
}

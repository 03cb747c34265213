import { useRevalidator } from '@remix-run/react';
import { useState, type FormEvent } from 'react';

import {
  ConfirmLink,
  needsConfirm,
  SECOND_FACTOR_TEXTS,
  type SecondFactorFor,
  type SignInPolicyView,
} from '~/features/accounts';
import { client, refusalText } from '~/http/client';
import { formatNumber } from '~/lib/format/numbers';
import { Button } from '~/ui/button';
import { FormError } from '~/ui/feedback/notice';
import { RadioCard } from '~/ui/forms/radio-card';

import { AdminHeading } from '../components/admin-frame';
import type { SignInPolicyApi } from './routes/sign-in';

const api = client<SignInPolicyApi>();

/** Whether people must have a second factor. */
export function SignInPanel({ secondFactorFor, lacking }: SignInPolicyView) {
  const { revalidate } = useRevalidator();
  const [chosen, setChosen] = useState(secondFactorFor);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<{ text: string; confirm: boolean }>();
  const [done, setDone] = useState<string>();

  function choose(value: SecondFactorFor): void {
    setChosen(value);
    setDone(undefined);
  }

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (pending) return;
    setPending(true);
    setFailure(undefined);
    setDone(undefined);
    try {
      await api.put('/api/admin/sign-in', { body: { secondFactorFor: chosen } });
      setDone(SECOND_FACTOR_TEXTS.saved);
      revalidate();
    } catch (error) {
      const text = refusalText(error, SECOND_FACTOR_TEXTS.saveFailed);
      setFailure({ text, confirm: needsConfirm(error) });
    } finally {
      setPending(false);
    }
  }

  const card = (value: SecondFactorFor, label: string, text: string) => (
    <RadioCard
      name="secondFactorFor"
      value={value}
      checked={chosen === value}
      onChange={() => choose(value)}
      label={label}
    >
      {text}
    </RadioCard>
  );

  return (
    <>
      <AdminHeading title="Sign-in">
        A second factor is a passkey or the code of an authenticator app. Anyone who needs one must
        set it up before they can go on, even if they’re already signed in.
      </AdminHeading>
      <form
        aria-label="Sign-in"
        noValidate
        onSubmit={(event) => void submit(event)}
        className="max-w-2xl space-y-5"
      >
        <fieldset className="space-y-2.5">
          <legend className="mb-2 font-medium">Who needs a second factor?</legend>
          {card('no-one', 'No one', 'It’s up to each person.')}
          {card(
            'admins',
            'Admins',
            `For people who can open these pages. ${without(lacking.admins)}`,
          )}
          {card('everyone', 'Everyone', without(lacking.everyone))}
        </fieldset>
        <FormError>
          {failure && (
            <>
              {failure.text} {failure.confirm && <ConfirmLink path="/admin/sign-in" />}
            </>
          )}
        </FormError>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" pending={pending}>
            Save
          </Button>
          <p role="status" className="text-sm text-muted">
            {done}
          </p>
        </div>
      </form>
    </>
  );
}

function without(count: number): string {
  if (count === 0) return 'Everyone here has one.';
  return count === 1
    ? '1 person doesn’t have one yet.'
    : `${formatNumber(count)} people don’t have one yet.`;
}

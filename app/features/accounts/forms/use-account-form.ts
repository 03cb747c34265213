import { getFormProps } from '@conform-to/react';
import { useFetcher } from '@remix-run/react';
import { type FormEvent, useEffect, useState } from 'react';

import { onOutdated } from '~/engine/events';
import { OUTDATED } from '~/http/build-id';
import { useHydrated } from '~/ui/use-hydrated';

import { PROVIDER_TEXTS } from '../texts';
import type { answerAccountForm } from './answers.server';
import type { Checks } from './form-checks';
import { useCheckedForm } from './use-checked-form';

const OFFLINE = PROVIDER_TEXTS['network-request-failed'];

/**
 * A form of the account's settings, sent by a fetcher. For that, Remix loads a script of the endpoint's route, and if it
 * can't, without a network or after an update, it reloads the page: then the form isn't sent, and `errors` says why.
 * Before `isReady`, the browser itself would send it, and show the answer, which is data.
 */
export function useAccountForm<Fields extends Record<keyof Fields, string>>(
  id: string,
  checks: Checks<Fields>,
) {
  const fetcher = useFetcher<typeof answerAccountForm>();
  const pending = fetcher.state !== 'idle';
  const answer = pending ? undefined : fetcher.data;
  const [form, fields] = useCheckedForm<Fields>(id, answer?.result, checks);
  const [isOutdated, setIsOutdated] = useState(false);
  useEffect(() => onOutdated(() => setIsOutdated(true)), []);
  const [unsent, setUnsent] = useState<string>();
  const isReady = useHydrated();
  const { onSubmit, ...props } = getFormProps(form);
  return {
    Form: fetcher.Form,
    formProps: {
      ...props,
      onSubmit(event: FormEvent<HTMLFormElement>) {
        const reason = isOutdated ? OUTDATED : navigator.onLine ? undefined : OFFLINE;
        setUnsent(reason);
        if (reason === undefined) onSubmit(event);
        else event.preventDefault();
      },
    },
    fields,
    isReady,
    pending,
    errorId: form.errorId,
    errors: unsent === undefined ? form.errors : [unsent],
    done: answer?.done,
    /** The form can be sent again after a recent login. */
    needsConfirmation:
      unsent === undefined && form.errors !== undefined && answer?.confirm === true,
  };
}

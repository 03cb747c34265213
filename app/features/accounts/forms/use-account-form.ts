import { getFormProps } from '@conform-to/react';
import { useFetcher } from '@remix-run/react';
import { type FormEvent, useState } from 'react';

import { useHydrated } from '~/ui/use-hydrated';

import { PROVIDER_TEXTS } from '../texts';
import type { answerAccountForm } from './answers.server';
import type { Checks } from './form-checks';
import { useCheckedForm } from './use-checked-form';

/**
 * A form of the account's settings, sent by a fetcher. If that fails to reach the server, the error page replaces the
 * page: without a network the form isn't sent, and `errors` says so. Before `isReady`, the browser itself would send it,
 * and show the answer, which is data.
 */
export function useAccountForm<Fields extends Record<keyof Fields, string>>(
  id: string,
  checks: Checks<Fields>,
) {
  const fetcher = useFetcher<typeof answerAccountForm>();
  const pending = fetcher.state !== 'idle';
  const answer = pending ? undefined : fetcher.data;
  const [form, fields] = useCheckedForm<Fields>(id, answer?.result, checks);
  const [offline, setOffline] = useState(false);
  const isReady = useHydrated();
  const { onSubmit, ...props } = getFormProps(form);
  return {
    Form: fetcher.Form,
    formProps: {
      ...props,
      onSubmit(event: FormEvent<HTMLFormElement>) {
        setOffline(!navigator.onLine);
        if (navigator.onLine) onSubmit(event);
        else event.preventDefault();
      },
    },
    fields,
    isReady,
    pending,
    errorId: form.errorId,
    errors: offline ? [PROVIDER_TEXTS['network-request-failed']] : form.errors,
    done: answer?.done,
    /** The form can be sent again after a recent login. */
    needsConfirmation: !offline && form.errors !== undefined && answer?.confirm === true,
  };
}

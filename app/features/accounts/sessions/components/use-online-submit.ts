import { useState, type FormEvent } from 'react';

import { PROVIDER_TEXTS } from '../../texts';

type OnSubmit = (event: FormEvent<HTMLFormElement>) => void;

/**
 * For a fetcher's form, whose failure to reach the server would replace the page by the error page: without a network
 * it is not sent, and `offline` is the text that says so.
 */
export function useOnlineSubmit(onSubmit: OnSubmit): {
  onSubmit: OnSubmit;
  offline: string | undefined;
} {
  const [offline, setOffline] = useState(false);
  return {
    offline: offline ? PROVIDER_TEXTS['network-request-failed'] : undefined,
    onSubmit(event) {
      setOffline(!navigator.onLine);
      if (navigator.onLine) onSubmit(event);
      else event.preventDefault();
    },
  };
}

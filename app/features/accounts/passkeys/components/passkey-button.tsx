import { useSearchParams } from '@remix-run/react';
import { useEffect, useState } from 'react';

import { Button } from '~/ui/button';
import { FormError } from '~/ui/feedback/notice';
import { LOAD_FAILED } from '~/ui/load-on-use';
import { useHydrated } from '~/ui/use-hydrated';

import type { PasskeyPurpose } from '../passkey';
import { offerWhenIdle } from './offer-passkeys';
import { useHasPasskeys } from './use-has-passkeys';

const load = () => import('./ceremony');

interface PasskeyButtonProps {
  purpose: PasskeyPurpose;
  /** The only host at which browsers have passkeys of this site; null if there are none. */
  host: string | null;
  label: string;
  /** There is no other way. */
  isOnly?: boolean;
}

/**
 * Below a form: signs in, or confirms who is signed in, with a passkey; absent where there are none. On the sign-in page, the
 * list of the email field offers them, too.
 */
export function PasskeyButton({ purpose, host, label, isOnly = false }: PasskeyButtonProps) {
  const isThere = useHasPasskeys(host);
  const isHydrated = useHydrated();
  const [search] = useSearchParams();
  const redirectTo = search.get('redirectTo');
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const offers = isThere && purpose === 'sign-in' && !pending;

  useEffect(() => {
    if (!offers) return;
    return offerWhenIdle(load, redirectTo, { leave, refuse: setProblem });
  }, [offers, redirectTo]);

  async function use(): Promise<void> {
    setPending(true);
    setProblem(undefined);
    const ceremony = await load().catch(() => null);
    if (ceremony === null) {
      setProblem(LOAD_FAILED);
    } else {
      try {
        leave(await ceremony.presentPasskey(purpose, redirectTo));
        return;
      } catch (error) {
        setProblem(ceremony.failureText(error));
      }
    }
    setPending(false);
  }

  if (host === null || (isHydrated && !isThere && !isOnly)) return null;
  if (isHydrated && !isThere) {
    return (
      <p className="mt-4 text-muted text-pretty">
        Your passkey doesn’t work in this browser. Try another browser, or ask your admin.
      </p>
    );
  }
  return (
    // Its place is kept until the browser has said whether it has passkeys.
    <div
      className={`space-y-3 ${isOnly ? 'mt-6' : 'mt-5 border-t pt-5'} ${isThere ? '' : 'invisible'}`}
    >
      <Button
        variant={isOnly ? 'primary' : 'secondary'}
        className="w-full"
        pending={pending}
        onClick={() => void use()}
      >
        {label}
      </Button>
      <FormError>{problem}</FormError>
    </div>
  );
}

/** Loads everything anew, as someone else. */
function leave(to: string): void {
  location.assign(to);
}

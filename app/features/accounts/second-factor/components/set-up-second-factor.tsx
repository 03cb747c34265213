import { useRef, useState } from 'react';

import { Button } from '~/ui/button';
import { FormError } from '~/ui/feedback/notice';
import { useLoadOnUse } from '~/ui/load-on-use';

import { AuthCard } from '../../forms/components/auth-card';
import { ConfirmLink } from '../../forms/components/form-parts';
import { useAddPasskey } from '../../passkeys/components/use-add-passkey';
import { useHasPasskeys } from '../../passkeys/components/use-has-passkeys';

const loadWindow = () => import('../../two-factor/components/two-factor-window');

export interface SetUpSecondFactorProps {
  /** The account's. */
  email: string;
  /** Where to go on. */
  back: string;
  /** The page's own path. */
  path: string;
  /** The only host at which browsers can add a passkey; null where there are none. */
  host: string | null;
}

/** What someone sees who must have a second factor and has none: nothing else opens until they set one up. */
export function SetUpSecondFactor({ email, back, path, host }: SetUpSecondFactorProps) {
  const isThere = useHasPasskeys(host);
  const [isLeaving, setLeaving] = useState(false);
  const { pending, problem, add } = useAddPasskey(leave);
  const [isOpen, setOpen] = useState(false);
  const isDone = useRef(false);
  const opener = useRef<HTMLButtonElement>(null);
  const loaded = useLoadOnUse(loadWindow, isOpen, () => setOpen(false));

  /** Loads everything anew: the session opens the app now. */
  function leave(): void {
    setLeaving(true);
    location.assign(back);
  }

  function close(): void {
    setOpen(false);
    if (isDone.current) leave();
  }

  return (
    <AuthCard
      title="Set up a second factor"
      footer={
        <form method="post" action="/auth/logout">
          <button type="submit" className="text-accent underline touch:py-3">
            Sign out
          </button>
        </form>
      }
    >
      <div className="space-y-5">
        <p className="text-muted text-pretty">
          Your admin requires a second factor, so that a stolen password isn’t enough to get in.
          Setup takes a minute. You’re signed in as{' '}
          <strong className="font-medium break-words text-text">{email}</strong>.
        </p>
        <FormError>
          {problem && (
            <>
              {problem.text} {problem.confirm && <ConfirmLink path={path} />}
            </>
          )}
        </FormError>
        {isThere && (
          <div className="space-y-2">
            <Button className="w-full" pending={pending || isLeaving} onClick={() => void add()}>
              Add a passkey
            </Button>
            <p className="text-sm text-muted text-pretty">
              Your fingerprint, face, or screen lock. It also signs you in without your password.
            </p>
          </div>
        )}
        <div className="space-y-2">
          <Button
            ref={opener}
            variant={isThere ? 'secondary' : 'primary'}
            className="w-full"
            onClick={() => setOpen(true)}
          >
            Use an authenticator app
          </Button>
          <p className="text-sm text-muted text-pretty">
            An app on your phone shows a code that you enter after your password.
          </p>
        </div>
      </div>
      {isOpen && loaded !== undefined && (
        <loaded.TwoFactorWindow
          task="enroll"
          path={path}
          returnTo={opener}
          onEnabled={() => {
            isDone.current = true;
          }}
          onClose={close}
        />
      )}
    </AuthCard>
  );
}

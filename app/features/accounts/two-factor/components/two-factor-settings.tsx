import { useEffect, useRef, useState } from 'react';

import { formatDay } from '~/lib/format/dates';
import { Button } from '~/ui/button';
import { useLoadOnUse } from '~/ui/load-on-use';

import type { TwoFactorState } from '../two-factor';
import type { TwoFactorTask } from './two-factor-window';

const load = () => import('./two-factor-window');

export interface TwoFactorSettingsProps {
  /** Null if it is off. */
  state: TwoFactorState | null;
  /** The page's own path, to return to after the password was confirmed. */
  path: string;
}

/** Whether two-factor sign-in is on, and the ways to change that. */
export function TwoFactorSettings({ state, path }: TwoFactorSettingsProps) {
  const [task, setTask] = useState<TwoFactorTask | null>(null);
  const opener = useRef<HTMLElement | null>(null);
  const region = useRef<HTMLDivElement>(null);
  const loaded = useLoadOnUse(load, task !== null, () => setTask(null));

  const isOn = state !== null;
  useEffect(() => {
    // The new state may arrive after the dialog has closed, and remove the button to which the focus returned.
    const isLost =
      opener.current?.isConnected === false && document.activeElement === document.body;
    if (isLost) region.current?.focus();
  }, [isOn]);

  const returnTo = {
    get current() {
      // The change may have removed the button.
      return opener.current?.isConnected ? opener.current : region.current;
    },
  };

  const button = (name: TwoFactorTask, label: string) => (
    <Button
      variant="secondary"
      onPointerEnter={() => void load().catch(() => undefined)}
      onClick={(event) => {
        opener.current = event.currentTarget;
        setTask(name);
      }}
    >
      {label}
    </Button>
  );

  return (
    <div ref={region} tabIndex={-1} className="space-y-5 outline-none">
      {state === null ? (
        <>
          <p className="text-muted text-pretty">
            Add a code from an app on your phone, and a stolen password alone won’t open your
            account. Two-factor sign-in is off.
          </p>
          {button('enroll', 'Set up two-factor sign-in')}
        </>
      ) : (
        <>
          <p className="text-muted text-pretty">
            On since{' '}
            <strong className="font-medium text-text">
              <time dateTime={state.since}>{formatDay(state.since)}</time>
            </strong>
            : signing in takes a code from your app. {remaining(state.backupCodes)}
          </p>
          <div className="flex flex-wrap gap-3">
            {button('backup-codes', 'Create new backup codes')}
            {button('re-enroll', 'Set up another app')}
            {button('disable', 'Turn off')}
          </div>
        </>
      )}
      {task !== null && loaded !== undefined && (
        <loaded.TwoFactorWindow
          task={task}
          path={path}
          returnTo={returnTo}
          onClose={() => setTask(null)}
        />
      )}
    </div>
  );
}

function remaining(backupCodes: number): string {
  if (backupCodes === 0) return 'You have no backup codes left. Create new ones.';
  if (backupCodes === 1) return 'You have one backup code left.';
  return `You have ${backupCodes} backup codes left.`;
}

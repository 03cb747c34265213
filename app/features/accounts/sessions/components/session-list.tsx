import { useRef, useState } from 'react';

import { Button } from '~/ui/button';
import { FormError } from '~/ui/feedback/notice';
import { toastSuccess } from '~/ui/feedback/toast';
import { useReload } from '~/ui/use-reload';
import { client, refusalText, RequestRefused } from '~/http/client';

import { ConfirmLink } from '../../forms/components/form-parts';
import { ACCOUNT_TEXTS } from '../../texts';
import type { SessionsApi } from '../routes/sessions';
import type { SessionView } from '../session';
import { showFailure } from '../session-end';

const api = client<SessionsApi>();
const OTHERS = 'others';

export interface SessionListProps {
  sessions: readonly SessionView[];
  /** The page's own path. */
  path: string;
}

/** Where the person is signed in. */
export function SessionList({ sessions, path }: SessionListProps) {
  const [pending, setPending] = useState<string | null>(null);
  const [confirm, setConfirm] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const reload = useReload();

  async function revoke(
    id: string,
    work: () => Promise<unknown>,
    done: string,
    failed: string,
  ): Promise<void> {
    if (pending !== null) return;
    setPending(id);
    setConfirm(null);
    try {
      await work();
      toastSuccess(done);
      // Its button is about to go.
      list.current?.focus();
      reload();
    } catch (error) {
      const text = refusalText(error, failed);
      if (id === OTHERS && error instanceof RequestRefused && error.status === 403)
        setConfirm(text);
      else showFailure(error, text);
      // It has already ended elsewhere: the list is out of date.
      if (error instanceof RequestRefused && error.status === 404) reload();
    } finally {
      setPending(null);
    }
  }

  return (
    <div className="space-y-4">
      <FormError>
        {confirm !== null && (
          <>
            {confirm} <ConfirmLink path={path} />
          </>
        )}
      </FormError>
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Devices"
        className="divide-y rounded-lg border bg-raised"
      >
        {sessions.map(({ id, device, firstSeen, lastUsed, isThis }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
            <div className="min-w-0 flex-1 basis-48">
              <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
                {device}
                {isThis && (
                  <span className="rounded-full bg-accent-soft px-2 py-0.5 text-xs font-medium">
                    This device
                  </span>
                )}
              </p>
              <p className="mt-0.5 text-sm text-muted text-pretty">
                Signed in {firstSeen}. Last used {lastUsed}.
              </p>
            </div>
            {!isThis && (
              <Button
                variant="secondary"
                size="sm"
                pending={pending === id}
                onClick={() =>
                  void revoke(
                    id,
                    () => api.del('/api/account/sessions/:id', { params: { id } }),
                    ACCOUNT_TEXTS.sessionEnded(device),
                    ACCOUNT_TEXTS.sessionFailed,
                  )
                }
              >
                Sign out<span className="sr-only"> {device}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button
          variant="secondary"
          pending={pending === OTHERS}
          onClick={() =>
            void revoke(
              OTHERS,
              () => api.del('/api/account/sessions'),
              ACCOUNT_TEXTS.othersEnded,
              ACCOUNT_TEXTS.othersFailed,
            )
          }
        >
          Sign out all other devices
        </Button>
      )}
    </div>
  );
}

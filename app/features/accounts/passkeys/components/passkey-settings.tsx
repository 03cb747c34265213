import { useRef, useState } from 'react';

import { client, refusalText, RequestRefused } from '~/http/client';
import { Button } from '~/ui/button';
import { FormError } from '~/ui/feedback/notice';
import { toastSuccess } from '~/ui/feedback/toast';
import { openedOnUse } from '~/ui/load-on-use';
import { ConfirmDialog } from '~/ui/overlays/confirm-dialog';
import { useReload } from '~/ui/use-reload';

import { ConfirmLink } from '../../forms/components/form-parts';
import { needsConfirm } from '../../sessions/needs-confirm';
import { showFailure } from '../../sessions/session-end';
import { MAX_PASSKEY_NAME, MAX_PASSKEYS, type PasskeysView, type PasskeyView } from '../passkey';
import type { PasskeysApi } from '../routes/passkeys';
import { PASSKEY_TEXTS } from '../texts';
import { useAddPasskey } from './use-add-passkey';
import { useHasPasskeys } from './use-has-passkeys';

const api = client<PasskeysApi>();

const RenameDialog = openedOnUse(() =>
  import('~/ui/overlays/rename-dialog').then((loaded) => loaded.RenameDialog),
);

export interface PasskeySettingsProps extends PasskeysView {
  /** The page's own path, to return to after the person confirmed who they are. */
  path: string;
}

/** The person's passkeys, and the ways to change them. */
export function PasskeySettings({ passkeys, host, path }: PasskeySettingsProps) {
  const isThere = useHasPasskeys(host);
  const [removing, setRemoving] = useState(false);
  const [renamed, setRenamed] = useState<PasskeyView>();
  const [removed, setRemoved] = useState<PasskeyView>();
  const list = useRef<HTMLUListElement>(null);
  const reload = useReload();
  const { pending, problem, setProblem, add } = useAddPasskey((name) => {
    toastSuccess(PASSKEY_TEXTS.added(name));
    reload();
  });

  async function rename(id: string, name: string) {
    try {
      await api.patch('/api/account/passkeys/:id', { params: { id }, body: { name } });
      reload();
      return { done: true as const };
    } catch (error) {
      return { done: false as const, problem: refusalText(error, PASSKEY_TEXTS.renameFailed) };
    }
  }

  async function remove({ id, name }: PasskeyView): Promise<void> {
    setRemoving(true);
    setProblem(undefined);
    try {
      await api.del('/api/account/passkeys/:id', { params: { id } });
      toastSuccess(PASSKEY_TEXTS.removed(name));
      // Its buttons are about to go.
      list.current?.focus();
      reload();
    } catch (error) {
      const text = refusalText(error, PASSKEY_TEXTS.removeFailed);
      if (needsConfirm(error)) setProblem({ text, confirm: true });
      else showFailure(error, text);
      // It was removed elsewhere: the list is out of date.
      if (error instanceof RequestRefused && error.status === 404) reload();
    } finally {
      setRemoved(undefined);
      setRemoving(false);
    }
  }

  return (
    <div className="space-y-4">
      <p className="text-muted text-pretty">
        Sign in with your fingerprint, face, or screen lock instead of your password. A passkey
        can’t be guessed, and doesn’t work on a fake site.
      </p>
      <FormError>
        {problem && (
          <>
            {problem.text} {problem.confirm && <ConfirmLink path={path} />}
          </>
        )}
      </FormError>
      {passkeys.length > 0 && (
        <ul
          ref={list}
          tabIndex={-1}
          aria-label="Passkeys"
          className="divide-y rounded-lg border bg-raised"
        >
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3">
              <Description {...passkey} />
              <div className="flex gap-2">
                <Button variant="secondary" size="sm" onClick={() => setRenamed(passkey)}>
                  Rename<span className="sr-only"> {passkey.name}</span>
                </Button>
                <Button variant="secondary" size="sm" onClick={() => setRemoved(passkey)}>
                  Remove<span className="sr-only"> {passkey.name}</span>
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {isThere && passkeys.length < MAX_PASSKEYS && (
        <Button variant="secondary" pending={pending} onClick={() => void add()}>
          {passkeys.length === 0 ? 'Add a passkey' : 'Add another passkey'}
        </Button>
      )}
      {host !== null && !isThere && (
        <noscript>
          <p className="text-sm text-muted">Passkeys need JavaScript.</p>
        </noscript>
      )}
      <RenameDialog
        title="Rename passkey"
        name={renamed?.name ?? ''}
        most={MAX_PASSKEY_NAME}
        missing={PASSKEY_TEXTS.nameMissing}
        open={renamed !== undefined}
        onOpenChange={() => setRenamed(undefined)}
        rename={(name) => rename(renamed?.id ?? '', name)}
      />
      <ConfirmDialog
        open={removed !== undefined}
        onOpenChange={() => setRemoved(undefined)}
        title={`Remove “${removed?.name ?? ''}”?`}
        text="You won’t be able to sign in with it. Delete it from your device or password manager, too."
        confirmLabel="Remove"
        danger
        pending={removing}
        onConfirm={() => removed && void remove(removed)}
      />
    </div>
  );
}

function Description({ name, added, lastUsed, isSynced, onlyAt }: PasskeyView) {
  return (
    <div className="min-w-0 flex-1 basis-48">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere">
        {name}
        {isSynced && (
          <span className="rounded-full bg-accent-soft px-2 py-0.5 text-xs font-medium">
            Synced
          </span>
        )}
      </p>
      <p className="mt-0.5 text-sm text-muted text-pretty">
        Added {added}. {lastUsed === null ? 'Not used yet.' : `Last used ${lastUsed}.`}
        {onlyAt !== null && ` Created for ${onlyAt}. It doesn’t work here.`}
      </p>
    </div>
  );
}

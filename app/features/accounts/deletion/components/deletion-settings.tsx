import { useEffect, useRef, useState, type ReactNode } from 'react';

import { Button } from '~/ui/button';
import { ConfirmDialog } from '~/ui/overlays/confirm-dialog';
import { preloadDialog } from '~/ui/overlays/dialog';
import { FormError } from '~/ui/feedback/notice';
import { useReload } from '~/ui/use-reload';
import { client, refusalText, RequestRefused, SignedOut } from '~/http/client';

import { ConfirmLink } from '../../forms/components/form-parts';
import type { DeletionTab, DeletionView } from '../deletion';
import type { AccountApi } from '../../settings/routes/account';
import { accountTexts } from '../../settings/texts';
import { useCancelDeletion } from '../use-cancel-deletion';

const api = client<AccountApi>();

export interface DeletionSettingsProps extends DeletionTab {
  /** The page's own path. */
  path: string;
  /** Offers a last export. */
  lastExport: ReactNode;
}

/** Where people request their account's deletion, and cancel it. */
export function DeletionSettings({
  deletion,
  wouldBeDueOn,
  path,
  lastExport,
}: DeletionSettingsProps) {
  const [requested, setRequested] = useState(false);
  return (
    <div className="max-w-xl space-y-6">
      {deletion ? (
        <Requested deletion={deletion} isNew={requested} lastExport={lastExport} />
      ) : (
        <Request
          wouldBeDueOn={wouldBeDueOn}
          path={path}
          lastExport={lastExport}
          onRequested={() => setRequested(true)}
        />
      )}
    </div>
  );
}

interface RequestProps extends Omit<DeletionSettingsProps, 'deletion'> {
  onRequested: () => void;
}

function Request({ wouldBeDueOn, path, lastExport, onRequested }: RequestProps) {
  const [confirming, setConfirming] = useState(false);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<{ text: string; confirm: boolean } | null>(null);
  const reload = useReload();

  async function request(): Promise<void> {
    setPending(true);
    setProblem(null);
    try {
      await api.post('/api/account/deletion');
      // The component that takes this one's place says that it is done.
      onRequested();
      reload();
    } catch (error) {
      if (error instanceof SignedOut) return;
      setPending(false);
      setConfirming(false);
      setProblem({
        text: refusalText(error, accountTexts.requestFailed),
        confirm: error instanceof RequestRefused && error.status === 403,
      });
    }
  }

  return (
    <>
      <FormError>
        {problem && (
          <>
            {problem.text} {problem.confirm && <ConfirmLink path={path} />}
          </>
        )}
      </FormError>
      <ul className="list-disc space-y-2 pl-5 text-pretty marker:text-muted">
        <li>{accountTexts.consequence(wouldBeDueOn)}</li>
        <li>A paid plan runs until the end of the period you’ve paid for.</li>
        <li>
          Your conversations and files, brand profiles, prompts, saved content, images, and
          everything else are deleted. This can’t be undone.
        </li>
      </ul>
      {lastExport}
      <Button
        variant="danger"
        onPointerEnter={preloadDialog}
        onFocus={preloadDialog}
        onClick={() => setConfirming(true)}
      >
        Delete Account
      </Button>
      <ConfirmDialog
        open={confirming}
        onOpenChange={setConfirming}
        title={accountTexts.deleteQuestion}
        text={accountTexts.consequence(wouldBeDueOn)}
        confirmLabel="Delete Account"
        danger
        pending={pending}
        onConfirm={() => void request()}
      />
    </>
  );
}

interface RequestedProps {
  deletion: DeletionView;
  isNew: boolean;
  lastExport: ReactNode;
}

function Requested({ deletion, isNew, lastExport }: RequestedProps) {
  const { pending, cancel } = useCancelDeletion();
  const alert = useRef<HTMLDivElement>(null);
  // The button that had the focus is no longer there.
  useEffect(() => {
    if (isNew) alert.current?.focus();
  }, [isNew]);
  return (
    <>
      <div
        ref={alert}
        role="alert"
        tabIndex={-1}
        className="rounded-lg border border-danger/40 bg-danger-soft px-4 py-3 text-pretty text-danger"
      >
        {accountTexts.recorded(deletion)}
      </div>
      <p className="text-muted text-pretty">
        Until then, everything works as before, except your public links.
      </p>
      {lastExport}
      <Button variant="secondary" pending={pending} onClick={cancel}>
        Keep my account
      </Button>
    </>
  );
}

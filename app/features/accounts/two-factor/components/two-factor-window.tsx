import { useRevalidator } from '@remix-run/react';
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react';

import { client, refusalText, RequestRefused } from '~/http/client';
import { Button } from '~/ui/button';
import { CopyButton } from '~/ui/display/copy-button';
import { Dialog } from '~/ui/overlays/dialog';
import { FormError } from '~/ui/feedback/notice';
import { toastSuccess } from '~/ui/feedback/toast';

import { CodeField, ConfirmLink } from '../../forms/components/form-parts';
import { needsConfirm } from '../../sessions/needs-confirm';
import { PROVIDER_TEXTS } from '../../texts';
import type { TwoFactorApi } from '../routes/two-factor';
import { TWO_FACTOR_TEXTS } from '../texts';
import { codeProblems, type Enrollment } from '../two-factor';

export type TwoFactorTask = 'enroll' | 're-enroll' | 'backup-codes' | 'disable';

interface TwoFactorWindowProps {
  task: TwoFactorTask;
  /** The page's own path, to return to after the password was confirmed. */
  path: string;
  /** Gets the focus when the window closes. */
  returnTo: RefObject<HTMLElement | null>;
  /** Called when two-factor sign-in has been turned on, before the window closes. */
  onEnabled?: () => void;
  onClose: () => void;
}

const api = client<TwoFactorApi>();

/** The first step of each task. */
const FIRST: Record<TwoFactorTask, { title: string; text: string; go: string; danger?: true }> = {
  enroll: {
    title: 'Set up two-factor sign-in',
    text: 'You need an authenticator app on your phone, or a password manager that creates codes. Next, you’ll scan a QR code with it. Your other devices will be signed out.',
    go: 'Continue',
  },
  're-enroll': {
    title: 'Set up another app',
    text: 'For a new phone or another app. Your current app works until the new one is set up. Then you’ll get new backup codes, and your other devices will be signed out.',
    go: 'Continue',
  },
  'backup-codes': {
    title: 'Create new backup codes',
    text: 'You’ll get ten new codes, and the ones you have now will stop working.',
    go: 'Create codes',
  },
  disable: {
    title: 'Turn off two-factor sign-in',
    text: 'Your password alone will open your account.',
    go: 'Turn off',
    danger: true,
  },
};

type Step =
  { at: 'first' } | { at: 'scan'; enrollment: Enrollment } | { at: 'codes'; backupCodes: string[] };

interface Problem {
  text: string;
  /** The code is wrong. */
  ofCode: boolean;
  /** A recent login is needed. */
  confirm: boolean;
}

/** The steps of setting up an app, renewing backup codes, and switching off, in one dialog. */
export function TwoFactorWindow({
  task,
  path,
  returnTo,
  onEnabled,
  onClose,
}: TwoFactorWindowProps) {
  const [step, setStep] = useState<Step>({ at: 'first' });
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const revalidator = useRevalidator();
  const code = useRef<HTMLInputElement>(null);
  const first = FIRST[task];
  const asksCode = step.at === 'scan' || task !== 'enroll';

  // The focus follows to the next step.
  const isScan = step.at === 'scan';
  useEffect(() => {
    if (isScan) code.current?.focus();
  }, [isScan]);
  useEffect(() => {
    if (problem?.ofCode) code.current?.select();
  }, [problem]);

  async function send(typed: string): Promise<void> {
    const body = { code: typed };
    if (step.at === 'scan') {
      return showCodes(await api.put('/api/account/two-factor', { body }));
    }
    switch (task) {
      case 'enroll':
      case 're-enroll':
        setStep({ at: 'scan', enrollment: await api.post('/api/account/two-factor', { body }) });
        return;
      case 'backup-codes':
        return showCodes(await api.post('/api/account/two-factor/backup-codes', { body }));
      case 'disable':
        await api.del('/api/account/two-factor', { body });
        revalidator.revalidate();
        toastSuccess(TWO_FACTOR_TEXTS.disabled);
        onClose();
    }
  }

  function showCodes({ backupCodes }: { backupCodes: string[] }) {
    setStep({ at: 'codes', backupCodes });
    onEnabled?.();
    revalidator.revalidate();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    if (pending) return;
    const typed = asksCode ? (code.current?.value ?? '') : '';
    const [wrong] = asksCode ? codeProblems(typed) : [];
    if (wrong !== undefined) return setProblem({ text: wrong, ofCode: true, confirm: false });
    setPending(true);
    setProblem(null);
    send(typed)
      .catch((error: unknown) => setProblem(problemOf(error)))
      .finally(() => setPending(false));
  }

  if (step.at === 'codes') {
    return (
      <Dialog
        open
        onOpenChange={onClose}
        returnTo={returnTo}
        title="Save your backup codes"
        description={`${task === 'backup-codes' ? 'These replace your old ones.' : TWO_FACTOR_TEXTS.enabled} Each one works once in place of your app, for example if you lose your phone. You won’t see them again.`}
      >
        <BackupCodes codes={step.backupCodes} onDone={onClose} />
      </Dialog>
    );
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      returnTo={returnTo}
      title={step.at === 'scan' ? 'Scan this with your app' : first.title}
      description={
        step.at === 'scan' ? 'Then enter the code it shows for Brandwright.' : first.text
      }
    >
      <form onSubmit={submit} noValidate className="space-y-5">
        {step.at === 'scan' && <Scan {...step.enrollment} />}
        {problem !== null && !problem.ofCode && (
          <FormError>
            {problem.text} {problem.confirm && <ConfirmLink path={path} />}
          </FormError>
        )}
        {asksCode && (
          <CodeField
            key={step.at}
            ref={code}
            required
            errors={problem?.ofCode ? [problem.text] : undefined}
            hint={step.at === 'scan' ? undefined : 'Or use one of your backup codes.'}
          />
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant={first.danger ? 'danger' : 'primary'} pending={pending}>
            {step.at === 'scan' ? 'Turn on' : first.go}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Scan({ secret, picture: { size, path } }: Enrollment) {
  const readable = secret.replace(/(.{4})(?=.)/g, '$1 ');
  return (
    <>
      {/* Dark on light in both themes: not every camera reads a QR code the other way round. */}
      <svg
        role="img"
        aria-label="QR code for your app"
        viewBox={`0 0 ${size} ${size}`}
        shapeRendering="crispEdges"
        className="mx-auto block size-52 rounded-lg border"
      >
        <rect width={size} height={size} fill="white" />
        <path d={path} fill="black" />
      </svg>
      <div className="text-sm">
        <p className="text-muted">Can’t scan it? Type this key into the app:</p>
        <div className="mt-1.5 flex items-center gap-2 rounded-md border bg-sunken py-1 pr-1 pl-3">
          <code className="min-w-0 flex-1 font-mono break-words">{readable}</code>
          <CopyButton
            label="Copy the key"
            text={() => secret}
            copied="Key copied."
            failed="The key wasn’t copied. Select it and copy it yourself."
          />
        </div>
      </div>
    </>
  );
}

function problemOf(error: unknown): Problem {
  // fetch throws this if there was no response at all.
  const otherwise =
    error instanceof TypeError ? PROVIDER_TEXTS['network-request-failed'] : TWO_FACTOR_TEXTS.failed;
  return {
    text: refusalText(error, otherwise),
    ofCode: error instanceof RequestRefused && error.status === 400,
    confirm: needsConfirm(error),
  };
}

interface BackupCodesProps {
  codes: string[];
  onDone: () => void;
}

/** The codes, with the ways to keep them. */
function BackupCodes({ codes, onDone }: BackupCodesProps) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.focus(), []);
  const text = () => `Backup codes for Brandwright\n\n${codes.join('\n')}\n`;
  return (
    <div className="space-y-5">
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Backup codes"
        className="grid grid-cols-2 gap-x-6 gap-y-2 rounded-md border bg-sunken p-4 font-mono text-[0.9375rem] outline-none"
      >
        {codes.map((code) => (
          <li key={code} className="text-center tracking-wide">
            {code}
          </li>
        ))}
      </ul>
      <div className="flex flex-wrap justify-end gap-2">
        <CopyButton
          label="Copy"
          size="md"
          variant="secondary"
          text={text}
          copied="Backup codes copied."
          failed="The codes weren’t copied. Select them and copy them yourself."
        />
        <Button variant="secondary" onClick={() => download(text())}>
          Download
        </Button>
        <Button onClick={onDone}>I’ve saved them</Button>
      </div>
    </div>
  );
}

function download(text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = 'brandwright-backup-codes.txt';
  link.click();
  URL.revokeObjectURL(address);
}

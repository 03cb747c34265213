import { useRevalidator } from '@remix-run/react';
import { useEffect, useId, useRef, useState, type ComponentType } from 'react';

import { ConfirmLink } from '~/features/accounts';
import { client, refusalText, RequestRefused } from '~/http/client';
import { Button } from '~/ui/button';
import { FormError, Notice } from '~/ui/feedback/notice';
import { ConfirmDialog } from '~/ui/overlays/confirm-dialog';

import type { ConnectionPart, TestResult } from '../../health/connections';
import type { HealthApi } from '../../health/routes/health';
import type { ProviderView, Purpose, SetVariable, StoredView } from '../provider';
import type { ProvidersApi } from '../routes/providers';
import { providerTexts } from '../texts';

const api = client<ProvidersApi>();
const health = client<HealthApi>();

/** The props of each purpose's form. */
export interface FormProps<P extends Purpose> {
  stored: StoredView<P> | null;
  /** The address of the chat provider that an admin connected: its key serves for images there, too. */
  chatAddress: string | null;
  onSaved: () => void;
  onCancel: () => void;
}

const PARTS: Record<Purpose, ConnectionPart> = {
  chat: 'ai',
  images: 'images',
  video: 'replicate',
  email: 'mail',
};

const TEXTS: Record<Purpose, { title: string; about: string; without: string }> = {
  chat: {
    title: 'Chat and copy',
    about: 'Answers chats, writes copy, and drafts brand profiles.',
    without: 'Demo mode: ready-made samples answer, labeled Demo.',
  },
  images: {
    title: 'Images',
    about: 'Creates images.',
    without: 'Demo mode: the app draws illustrations of its own, labeled Demo.',
  },
  video: {
    title: 'Video and LoRAs',
    about: 'Creates videos and trains LoRAs.',
    without: 'The pages for both show samples.',
  },
  email: {
    title: 'Email',
    about: 'Sends confirmations, password links, and notices.',
    without: 'Emails stay on the server and reach no one.',
  },
};

interface ProviderCardProps<P extends Purpose> {
  purpose: P;
  view: ProviderView<P>;
  isOpen: boolean;
  onOpen: (open: boolean) => void;
  chatAddress: string | null;
  Form: ComponentType<FormProps<P>>;
}

/** One provider: how it is set, and the form that changes it. */
export function ProviderCard<P extends Purpose>(props: ProviderCardProps<P>) {
  const { purpose, view, isOpen, onOpen, chatAddress, Form } = props;
  const { stored, variables } = view;
  const { title, about, without } = TEXTS[purpose];
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const formArea = useRef<HTMLDivElement>(null);
  /** Where the focus goes once the form is shown, or gone. */
  const [focus, setFocus] = useState<{ at: 'form' | 'opener' } | null>(null);
  const [done, setDone] = useState('');
  const saved = useSavedProvider(purpose);
  const isSet = variables !== null || stored !== null;

  useEffect(() => {
    if (focus?.at === 'form') {
      formArea.current?.querySelector<HTMLInputElement>('input:checked, input')?.focus();
    } else if (focus) opener.current?.focus();
  }, [focus]);
  useEffect(() => {
    // The button that removed a provider goes with it, and so does the focus.
    const isLost = document.activeElement === document.body;
    if (focus?.at === 'opener' && isLost) opener.current?.focus();
  }, [focus, isSet]);

  function open() {
    setDone('');
    saved.forget();
    setFocus({ at: 'form' });
    onOpen(true);
  }

  function close(text: string) {
    setDone(text);
    setFocus({ at: 'opener' });
    onOpen(false);
  }

  return (
    <section aria-labelledby={id} className="rounded-xl border bg-raised p-5 sm:p-6">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 id={id} className="font-display text-lg font-semibold tracking-tight">
              {title}
            </h2>
            <State
              isSet={isSet}
              isOnServer={variables !== null}
              isLocked={stored?.isLocked}
              works={saved.works}
            />
          </div>
          <p className="mt-1 wrap-anywhere">{isSet ? view.summary : without}</p>
          <p className="mt-1 text-sm text-pretty text-muted">{about}</p>
        </div>
        {variables === null && !isOpen && (
          <Button
            ref={opener}
            // One primary button on the screen: the first thing to do.
            variant={purpose === 'chat' && !isSet ? 'primary' : 'secondary'}
            aria-label={`${isSet ? 'Change' : 'Connect'} ${title.toLowerCase()}`}
            onClick={open}
          >
            {isSet ? 'Change' : 'Connect'}
          </Button>
        )}
      </div>
      <p role="status" className="mt-3 text-sm text-success empty:hidden">
        {done}
      </p>
      {stored?.isLocked && variables === null && (
        <p className="mt-3 text-sm text-pretty text-danger">
          The saved key can’t be read, because ENCRYPTION_KEY has changed. Set the old one again, or
          enter the key again here.
        </p>
      )}
      {variables !== null && <OnServer variables={variables} />}
      {isSet && !isOpen && (
        <SavedActions
          purpose={purpose}
          saved={saved}
          title={title}
          isRemovable={variables === null}
          onRemoved={() => close(providerTexts.removed)}
        />
      )}
      {isOpen && variables === null && (
        <div ref={formArea} className="mt-5 border-t pt-5">
          <Form
            stored={stored}
            chatAddress={chatAddress}
            onSaved={() => {
              close(providerTexts.saved);
              // A test of email sends one, which is for the admin to ask for.
              if (purpose !== 'email') void saved.test();
            }}
            onCancel={() => close('')}
          />
        </div>
      )}
    </section>
  );
}

interface StateProps {
  isSet: boolean;
  isOnServer: boolean;
  isLocked: boolean | undefined;
  /** What a test on this page found; null before one. */
  works: boolean | null;
}

function State({ isSet, isOnServer, isLocked = false, works }: StateProps) {
  const [text, look] = isLocked
    ? ['Needs its key', 'border-danger/40 text-danger']
    : works === false
      ? ['Not working', 'border-danger/40 text-danger']
      : works === true
        ? ['Connected', 'border-success/40 text-success']
        : isOnServer
          ? ['Set on the server', '']
          : isSet
            ? ['Set up', '']
            : ['Not connected', 'text-muted'];
  return <span className={`rounded-full border px-2.5 py-0.5 text-xs ${look}`}>{text}</span>;
}

function OnServer({ variables }: { variables: readonly SetVariable[] }) {
  return (
    <dl className="mt-4 divide-y rounded-lg border text-sm">
      {variables.map(({ name, value }) => (
        <div
          key={name}
          className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 px-3 py-2"
        >
          <dt className="font-mono text-[0.8125rem] wrap-anywhere">{name}</dt>
          <dd className="min-w-0 wrap-anywhere">
            {value ?? <span className="text-muted">set (hidden)</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Tests and removes what is in force, and what came of it. */
function useSavedProvider(purpose: Purpose) {
  const { revalidate } = useRevalidator();
  const [pending, setPending] = useState<'test' | 'remove' | null>(null);
  const [works, setWorks] = useState<boolean | null>(null);
  const [result, setResult] = useState<TestResult | null>(null);
  const [needsConfirmation, setNeedsConfirmation] = useState(false);
  /** A test that ends after the settings have changed says nothing about them. */
  const turn = useRef(0);

  function forget() {
    turn.current += 1;
    setPending(null);
    setWorks(null);
    setResult(null);
    setNeedsConfirmation(false);
  }

  function run<T>(task: 'test' | 'remove', work: Promise<T>, otherwise: string) {
    forget();
    setPending(task);
    const own = turn.current;
    return work
      .catch((error: unknown) => {
        if (own !== turn.current) return null;
        setResult({ ok: false, text: refusalText(error, otherwise) });
        setNeedsConfirmation(error instanceof RequestRefused && error.status === 403);
        return null;
      })
      .then((answer) => (own === turn.current ? answer : null))
      .finally(() => {
        if (own === turn.current) setPending(null);
      });
  }

  return {
    pending,
    works,
    result,
    needsConfirmation,
    forget,
    async test() {
      const params = { part: PARTS[purpose] };
      const testing = health.post('/api/admin/connections/:part', { params });
      const found = await run('test', testing, providerTexts.testFailed);
      if (!found) return;
      setWorks(found.ok);
      setResult(found);
    },
    /** Whether it was removed. */
    async remove(): Promise<boolean> {
      const removing = api.del('/api/admin/providers/:purpose', { params: { purpose } });
      const removed = await run('remove', removing, providerTexts.notRemoved);
      if (removed) revalidate();
      return removed !== null;
    },
  };
}

interface SavedActionsProps {
  purpose: Purpose;
  saved: ReturnType<typeof useSavedProvider>;
  title: string;
  isRemovable: boolean;
  onRemoved: () => void;
}

function SavedActions({ purpose, saved, title, isRemovable, onRemoved }: SavedActionsProps) {
  const { pending, result, needsConfirmation } = saved;
  const [asks, setAsks] = useState(false);

  async function remove() {
    const isRemoved = await saved.remove();
    setAsks(false);
    if (isRemoved) onRemoved();
  }

  return (
    <div className="mt-4 space-y-4">
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="secondary"
          size="sm"
          pending={pending === 'test'}
          aria-label={`${testLabelOf(purpose)}: ${title}`}
          onClick={() => void saved.test()}
        >
          {testLabelOf(purpose)}
        </Button>
        {isRemovable && (
          <Button
            variant="ghost"
            size="sm"
            aria-label={`Remove ${title.toLowerCase()}`}
            onClick={() => setAsks(true)}
          >
            Remove
          </Button>
        )}
      </div>
      {result !== null &&
        (result.ok ? (
          <Notice>{result.text}</Notice>
        ) : (
          <FormError>
            {result.text} {needsConfirmation && <ConfirmLink path="/admin/providers" />}
          </FormError>
        ))}
      <ConfirmDialog
        open={asks}
        onOpenChange={setAsks}
        title="Remove this provider?"
        text={`Its key is deleted. ${TEXTS[purpose].without}`}
        confirmLabel="Remove"
        danger
        pending={pending === 'remove'}
        onConfirm={() => void remove()}
      />
    </div>
  );
}

function testLabelOf(purpose: Purpose): string {
  return purpose === 'email' ? 'Send a test email' : 'Test connection';
}

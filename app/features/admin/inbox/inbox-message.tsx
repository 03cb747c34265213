import { Link, useRevalidator } from '@remix-run/react';
import { useId, useRef, useState, type FormEvent } from 'react';

import {
  helpTexts,
  replyProblem,
  type ContactState,
  type InboxMessage,
  type ReplyView,
} from '~/features/help';
import { newClientKey } from '~/lib/client-key';
import { AreaField } from '~/ui/forms/area-field';
import { Button } from '~/ui/button';
import { FormError } from '~/ui/feedback/notice';
import { useDraftFields } from '~/ui/forms/drafts';
import { client, refusalText } from '~/http/client';
import { BackLink } from '~/ui/page/back-link';

import { AdminHeading, Moment } from '../components/admin-frame';
import { adminTexts } from '../texts';
import { KIND_NAMES, STATE_NAMES } from './inbox-list';
import type { InboxApi } from './routes/inbox';

const api = client<InboxApi>();

const FIELDS = ['text'] as const;

export interface InboxMessagePanelProps {
  message: InboxMessage;
  /** False without an email service: then new answers reach no one. */
  isSent: boolean;
}

/** A message to the operator, with its replies and a form for another one. */
export function InboxMessagePanel({ message, isSent }: InboxMessagePanelProps) {
  const { kind, state, name, email, subject, createdAt, text, account, replies } = message;
  return (
    <>
      <p className="mb-4">
        <BackLink to="/admin/inbox">Back to the inbox</BackLink>
      </p>
      <AdminHeading title={subject === '' ? `${KIND_NAMES[kind]} from ${name}` : subject}>
        <p className="mt-2 wrap-anywhere">
          {KIND_NAMES[kind]} from {name}, {email}, <Moment at={createdAt} />
        </p>
        <p className="wrap-anywhere">
          {account ? (
            <>
              Sent from the account{' '}
              <Link to={`/admin/users/${account.id}`} className="underline underline-offset-4">
                {account.email}
              </Link>
              .
            </>
          ) : (
            'Sent by a visitor, so the address isn’t verified.'
          )}
        </p>
      </AdminHeading>
      <Text>{text}</Text>
      <section aria-labelledby="replies" className="mt-10">
        <h2 id="replies" className="mb-3 font-display text-lg font-semibold">
          Answers
        </h2>
        {replies.length === 0 ? (
          <p className="text-muted">No answers yet.</p>
        ) : (
          <ol className="space-y-4">
            {replies.map((reply) => (
              <li key={reply.id}>
                <Reply reply={reply} />
              </li>
            ))}
          </ol>
        )}
      </section>
      <ReplyForm id={message.id} email={email} isSent={isSent} />
      <StateButtons id={message.id} state={state} />
    </>
  );
}

function Text({ children }: { children: string }) {
  return (
    <div className="rounded-xl border bg-raised px-4 py-3 leading-relaxed wrap-anywhere whitespace-pre-wrap sm:px-5 sm:py-4">
      {children}
    </div>
  );
}

const REPLY_STATES: Record<ReplyView['state'], string> = {
  waiting: 'not sent yet',
  sent: 'sent',
  refused: 'refused: email can’t be sent to this address',
  outbox: 'not sent: it’s in the outbox',
};

function Reply({ reply }: { reply: ReplyView }) {
  return (
    <>
      <p className="mb-1.5 text-sm text-muted wrap-anywhere">
        {reply.author ?? 'A deleted account'}, <Moment at={reply.createdAt} />:{' '}
        <span className={reply.state === 'refused' ? 'font-medium text-danger' : ''}>
          {REPLY_STATES[reply.state]}
        </span>
      </p>
      <Text>{reply.text}</Text>
    </>
  );
}

/** Emails the sender. The typed text is kept in the browser until it is sent. */
function ReplyForm({ id, email, isSent }: { id: string; email: string; isSent: boolean }) {
  const form = useRef<HTMLFormElement>(null);
  const clearKept = useDraftFields(form, `reply:${id}`, FIELDS);
  const { revalidate } = useRevalidator();
  // Keeps its id until the server has accepted it, so that a repeated request sends no second email. Another text is
  // another reply.
  const attempt = useRef<{ id: string; text: string }>();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [sent, setSent] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (pending) return;
    const element = event.currentTarget;
    const area = element.elements.namedItem('text') as HTMLTextAreaElement;
    const found = replyProblem(area.value);
    setSent(false);
    setFailure(undefined);
    setProblem(found);
    if (found !== undefined) return area.focus();
    setPending(true);
    try {
      const text = area.value;
      if (attempt.current?.text !== text) attempt.current = { id: newClientKey(), text };
      const body = attempt.current;
      await api.post('/api/admin/inbox/:id/replies', { params: { id }, body });
      attempt.current = undefined;
      clearKept();
      element.reset();
      setSent(true);
      revalidate();
    } catch (error) {
      setFailure(refusalText(error, helpTexts.replyFailed));
    } finally {
      setPending(false);
    }
  }

  return (
    <form
      ref={form}
      aria-label="Answer"
      noValidate
      onSubmit={(event) => void submit(event)}
      className="mt-6 space-y-3"
    >
      <AreaField
        label={`Your answer to ${email}`}
        name="text"
        rows={6}
        errors={problem === undefined ? undefined : [problem]}
      />
      <FormError>{failure}</FormError>
      {!isSent && <p className="text-sm text-muted">{adminTexts.repliesUnsent}</p>}
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" pending={pending}>
          {isSent ? 'Send answer' : 'Save answer'}
        </Button>
        <span role="status" className="text-sm text-muted">
          {sent && (isSent ? 'Your answer is on its way.' : 'Answer saved.')}
        </span>
      </div>
    </form>
  );
}

/** The states that can follow each state. */
const CHANGES: Record<ContactState, [to: ContactState, label: string][]> = {
  open: [
    ['answered', 'Mark as answered'],
    ['closed', 'Close'],
  ],
  answered: [
    ['closed', 'Close'],
    ['open', 'Reopen'],
  ],
  closed: [['open', 'Reopen']],
};

function StateButtons({ id, state }: { id: string; state: ContactState }) {
  const heading = useId();
  const { revalidate } = useRevalidator();
  const [pending, setPending] = useState<ContactState | null>(null);
  const [failure, setFailure] = useState<string>();
  const status = useRef<HTMLParagraphElement>(null);

  async function change(to: ContactState) {
    setPending(to);
    setFailure(undefined);
    try {
      await api.patch('/api/admin/inbox/:id', { params: { id }, body: { state: to } });
      // The button that was pressed disappears.
      status.current?.focus();
      revalidate();
    } catch (error) {
      setFailure(refusalText(error, helpTexts.stateFailed));
    } finally {
      setPending(null);
    }
  }

  return (
    <section aria-labelledby={heading} className="mt-10">
      <h2 id={heading} className="font-display text-lg font-semibold">
        State
      </h2>
      <p ref={status} tabIndex={-1} role="status" className="mt-1 mb-3">
        {STATE_NAMES[state]}
      </p>
      <div className="flex flex-wrap gap-2">
        {CHANGES[state].map(([to, label]) => (
          <Button
            key={to}
            variant="secondary"
            size="sm"
            pending={pending === to}
            onClick={() => void change(to)}
          >
            {label}
          </Button>
        ))}
      </div>
      <div className="mt-3">
        <FormError>{failure}</FormError>
      </div>
    </section>
  );
}

import { useRevalidator } from '@remix-run/react';
import { useState, type FormEvent } from 'react';

import { Button } from '~/ui/button';
import { CopyButton } from '~/ui/display/copy-button';
import { Field } from '~/ui/forms/field';
import { FormError } from '~/ui/feedback/notice';
import { client, refusalText, refusedFields } from '~/http/client';

import { AdminHeading, Moment } from '../components/admin-frame';
import { PageLinks, useRowRequest } from '../components/list-controls';
import { adminTexts } from '../texts';
import type { InvitationEntry, InvitationPage } from './invitation-actions.server';
import type { InvitationsApi } from './routes/invitations';

const api = client<InvitationsApi>();

export interface InvitationsPageProps {
  page: InvitationPage;
  /** How long a new one is valid. */
  days: number;
  /** Whether signing up takes an invitation. */
  isNeeded: boolean;
  /** It isn't the first page. */
  isLater: boolean;
}

export function InvitationsPage({ page, days, isNeeded, isLater }: InvitationsPageProps) {
  return (
    <>
      <AdminHeading title="Invitations">
        {isNeeded
          ? `With the link of an invitation one person can sign up, for ${days} days.`
          : adminTexts.notInvited}
      </AdminHeading>
      {isNeeded && <InviteForm />}
      <InvitationList invitations={page.invitations} />
      <PageLinks filter={{}} cursor={page.cursor} isLater={isLater} />
    </>
  );
}

function InviteForm() {
  const { revalidate } = useRevalidator();
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const [created, setCreated] = useState<{ link: string; email: string }>();

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (pending) return;
    const form = event.currentTarget;
    const field = form.elements.namedItem('email') as HTMLInputElement;
    const email = field.value.trim();
    setPending(true);
    setProblem(undefined);
    setFailure(undefined);
    setCreated(undefined);
    try {
      const { link } = await api.post('/api/admin/invitations', { body: { email } });
      setCreated({ link, email });
      form.reset();
      revalidate();
    } catch (error) {
      const found = refusedFields(error).email;
      setProblem(found);
      if (found === undefined) setFailure(refusalText(error, adminTexts.inviteFailed));
      else field.focus();
    } finally {
      setPending(false);
    }
  }

  return (
    <form
      aria-label="Invite"
      noValidate
      onSubmit={(event) => void submit(event)}
      className="mb-8 max-w-2xl space-y-4"
    >
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="off"
        hint="Only this address can then sign up. Leave it empty for whoever has the link."
        errors={problem === undefined ? undefined : [problem]}
      />
      <FormError>{failure}</FormError>
      <Button type="submit" pending={pending}>
        Make an invitation
      </Button>
      <div role="status">
        {created && (
          <div className="rounded-xl border bg-raised px-4 py-3">
            <p className="text-sm">
              {created.email === '' ? 'For whoever has it' : `For ${created.email}`}. It is shown
              only this once: copy it and send it yourself.
            </p>
            <p className="my-2 font-mono text-[0.8125rem] wrap-anywhere">{created.link}</p>
            <CopyButton
              label="Copy the link"
              text={() => created.link}
              copied={adminTexts.linkCopied}
              failed={adminTexts.copyFailed}
              variant="secondary"
              size="sm"
            />
          </div>
        )}
      </div>
    </form>
  );
}

const STATES: Record<InvitationEntry['state'], string> = {
  valid: 'Open',
  used: 'Used',
  over: 'Over',
};

function InvitationList({ invitations }: { invitations: readonly InvitationEntry[] }) {
  const { pendingId, request, outcome } = useRowRequest();
  const revoke = (id: string) =>
    request(id, api.del('/api/admin/invitations/:id', { params: { id } }), {
      done: 'The invitation is revoked.',
      failed: adminTexts.revokeFailed,
    });

  return (
    <>
      {invitations.length === 0 ? (
        <p className="text-muted">Nobody has been invited of late.</p>
      ) : (
        <ul aria-label="Invitations" className="divide-y rounded-xl border bg-raised">
          {invitations.map(({ id, email, state, createdAt, expiresAt }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3">
              <div className="min-w-0 flex-1 basis-64">
                <p className="font-medium wrap-anywhere">{email ?? 'Whoever has the link'}</p>
                <p className="text-sm text-muted">
                  Made <Moment at={createdAt} />, until <Moment at={expiresAt} />
                </p>
              </div>
              <span className="rounded-full border px-2.5 py-0.5 text-xs">{STATES[state]}</span>
              {state === 'valid' && (
                <Button
                  variant="secondary"
                  size="sm"
                  pending={pendingId === id}
                  aria-label={`Revoke the invitation of ${email ?? 'whoever has the link'}`}
                  onClick={() => void revoke(id)}
                >
                  Revoke
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
      {outcome}
    </>
  );
}

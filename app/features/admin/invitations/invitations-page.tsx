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
          ? `Each invitation is a link with which one person can sign up. It works for ${days} days.`
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
        hint="Only this address can use the invitation. Leave it empty to invite anyone with the link."
        errors={problem === undefined ? undefined : [problem]}
      />
      <FormError>{failure}</FormError>
      <Button type="submit" pending={pending}>
        Create invitation
      </Button>
      <div role="status">
        {created && (
          <div className="rounded-xl border bg-raised px-4 py-3">
            <p className="text-sm">
              {created.email === '' ? 'For anyone with the link' : `For ${created.email}`}. Copy
              link and send it yourself: you won’t see it again.
            </p>
            <p className="my-2 font-mono text-[0.8125rem] wrap-anywhere">{created.link}</p>
            <CopyButton
              label="Copy link"
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
  over: 'Expired',
};

function InvitationList({ invitations }: { invitations: readonly InvitationEntry[] }) {
  const { pendingId, request, outcome } = useRowRequest();
  const revoke = (id: string) =>
    request(id, api.del('/api/admin/invitations/:id', { params: { id } }), {
      done: 'Invitation revoked.',
      failed: adminTexts.revokeFailed,
    });

  return (
    <>
      {invitations.length === 0 ? (
        <p className="text-muted">No invitations yet.</p>
      ) : (
        <ul aria-label="Invitations" className="divide-y rounded-xl border bg-raised">
          {invitations.map(({ id, email, state, createdAt, expiresAt }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3">
              <div className="min-w-0 flex-1 basis-64">
                <p className="font-medium wrap-anywhere">{email ?? 'Anyone with the link'}</p>
                <p className="text-sm text-muted">
                  Created <Moment at={createdAt} />, expires <Moment at={expiresAt} />
                </p>
              </div>
              <span className="rounded-full border px-2.5 py-0.5 text-xs">{STATES[state]}</span>
              {state === 'valid' && (
                <Button
                  variant="secondary"
                  size="sm"
                  pending={pendingId === id}
                  aria-label={`Revoke the invitation for ${email ?? 'anyone with the link'}`}
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

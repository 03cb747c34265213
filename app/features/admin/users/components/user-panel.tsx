import { Link, useFetcher } from '@remix-run/react';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';

import { formatNumber, formatBytes } from '~/lib/format/numbers';
import { Button } from '~/ui/button';
import { ConfirmDialog } from '~/ui/overlays/confirm-dialog';
import { Field } from '~/ui/forms/field';
import { FormError, Notice } from '~/ui/feedback/notice';
import { BackLink } from '~/ui/page/back-link';

import type { answerAct } from '../../act-answer.server';
import type { UserActName } from '../user-acts';
import type { UserDetails } from '../user-view';
import { ActLog } from '../../audit/act-log';
import { AdminHeading, Moment } from '../../components/admin-frame';
import { UserLedger, UserSessions } from './user-ledger';
import { Marks, subscriptionStatusText } from './user-list';

/** An admin's view of a user: figures and acts, but nothing that the user wrote. */
export function UserPanel({ user, isSelf }: { user: UserDetails; isSelf: boolean }) {
  const { tokens, counts } = user;
  return (
    <>
      <div className="mb-4">
        <BackLink to="/admin/users">Back to the users</BackLink>
      </div>
      <AdminHeading title={`${user.firstName} ${user.lastName}`}>
        <p className="wrap-anywhere">{user.email}</p>
        <div className="mt-2">
          <Marks user={user} />
        </div>
      </AdminHeading>
      <div className="grid gap-8 lg:grid-cols-2">
        <Facts
          title="Account"
          facts={[
            ['Signed up', <Moment key="at" at={user.createdAt} />],
            ['Last seen', <Moment key="at" at={user.lastSeenAt} />],
            ['Time zone', user.timeZone ?? 'Unknown'],
            ['Two-factor sign-in', user.twoFactor ? 'On' : 'Off'],
            ['Passkeys', formatNumber(user.passkeys)],
            [
              'Email delivery',
              <Link
                key="mail"
                to={`/admin/undelivered?${new URLSearchParams({ filter: 'all', email: user.email })}`}
                className="inline-flex items-center underline underline-offset-4 touch:min-h-11"
              >
                {user.unreached ? 'Failing' : 'No problems known'}
              </Link>,
            ],
            ...(user.deletion
              ? ([['Deletion requested', deletionText(user.deletion)]] as const)
              : []),
            ['Open sessions', formatNumber(counts.sessions)],
            ['ID', user.id],
          ]}
        />
        <Facts
          title="Tokens"
          facts={[
            ['Status', user.subscriptionName ?? subscriptionStatusText(user.subscriptionStatus)],
            ['Trial', formatNumber(tokens.trial)],
            ['Trial ends', <Moment key="at" at={tokens.trialEndsAt} />],
            ['Monthly allowance', formatNumber(tokens.allowance)],
            ['Allowance ends', <Moment key="at" at={tokens.allowanceEndsAt} />],
            ['Balance', formatNumber(tokens.balance)],
            ['Total used', formatNumber(tokens.totalUsed)],
            ['Last used', <Moment key="at" at={tokens.lastUse} />],
          ]}
        />
        <Facts
          title="Content"
          facts={[
            ['Conversations', formatNumber(counts.conversations)],
            ['Messages', formatNumber(counts.messages)],
            ['Saved content', formatNumber(counts.savedContents)],
            ['Brand profiles', formatNumber(counts.profiles)],
            ['Images and videos', formatNumber(counts.mediaItems)],
            ['Storage', formatBytes(counts.storedBytes)],
          ]}
        />
        <section aria-labelledby="acts">
          <h2 id="acts" className="font-display text-lg font-semibold">
            Actions
          </h2>
          <Acts user={user} isSelf={isSelf} />
        </section>
      </div>
      <UserLedger ledger={user.ledger} usage={user.usage} />
      <UserSessions sessions={user.sessions} />
      <section aria-labelledby="history" className="mt-10">
        <h2 id="history" className="mb-3 font-display text-lg font-semibold">
          Admin activity
        </h2>
        <ActLog acts={user.acts} showTarget={false} />
      </section>
    </>
  );
}

function deletionText({ requestedOn, dueOn }: NonNullable<UserDetails['deletion']>): string {
  return dueOn === null ? `${requestedOn}, no date set` : `${requestedOn}, due on ${dueOn}`;
}

function Facts({
  title,
  facts,
}: {
  title: string;
  facts: readonly (readonly [string, ReactNode])[];
}) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="font-display text-lg font-semibold">
        {title}
      </h2>
      <dl className="mt-2 divide-y text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="flex items-baseline justify-between gap-4 py-2">
            <dt className="text-muted">{name}</dt>
            <dd className="text-right wrap-anywhere tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Acts({ user, isSelf }: { user: UserDetails; isSelf: boolean }) {
  return (
    <div className="mt-3 space-y-5">
      <ActForm act="give-tokens" label="Give tokens">
        {(problems) => (
          <div className="grid gap-3 sm:grid-cols-2">
            <Field
              label="Tokens"
              name="amount"
              inputMode="numeric"
              autoComplete="off"
              errors={problems.amount === undefined ? undefined : [problems.amount]}
            />
            <Field
              label="Reason"
              name="reason"
              maxLength={300}
              autoComplete="off"
              errors={problems.reason === undefined ? undefined : [problems.reason]}
            />
          </div>
        )}
      </ActForm>
      {user.tokensAMonth !== null && (
        <ActForm act="set-allowance" label="Set allowance">
          {(problems) => (
            <Field
              // Makes the form's reset restore the new amount.
              key={user.tokensAMonth}
              label="Tokens per month"
              name="amount"
              inputMode="numeric"
              autoComplete="off"
              defaultValue={String(user.tokensAMonth)}
              hint="0 for none. The first month starts right away; later changes apply from the next month."
              errors={problems.amount === undefined ? undefined : [problems.amount]}
            />
          )}
        </ActForm>
      )}
      <ActForm act="extend-trial" label="Extend trial">
        {(problems) => (
          <Field
            label="Days"
            name="days"
            inputMode="numeric"
            autoComplete="off"
            defaultValue="7"
            errors={problems.days === undefined ? undefined : [problems.days]}
          />
        )}
      </ActForm>
      <div className="flex flex-wrap gap-2">
        {!user.emailVerified && <ActForm act="send-verification" label="Resend verification" />}
        {user.unreached && <ActForm act="clear-mail-failures" label="Mark as reachable" />}
        {user.counts.sessions > 0 && (
          <ActForm
            act="end-sessions"
            label="End all sessions"
            question="Sign this user out on every device?"
          />
        )}
        {(user.twoFactor || user.passkeys > 0) && (
          <ActForm
            act="reset-two-factor"
            label="Reset two-factor sign-in"
            question="Turn off this user’s two-factor sign-in and remove their passkeys? The password alone will open the account."
          />
        )}
        {user.isAdmin ? (
          <ActForm
            act="revoke-admin"
            label="Revoke admin"
            question={
              isSelf ? 'Give up your own admin rights?' : 'Remove this user’s admin rights?'
            }
          />
        ) : (
          <ActForm
            act="grant-admin"
            label="Make admin"
            question="Make this user an admin? They’ll be able to do everything you can."
          />
        )}
        {user.disabled ? (
          <ActForm act="enable" label="Enable" />
        ) : (
          !isSelf && (
            <ActForm
              act="disable"
              label="Disable"
              danger
              question="Disable this account? They’ll be signed out right away, and their shared links will stop working."
            />
          )
        )}
      </div>
    </div>
  );
}

interface ActFormProps {
  act: UserActName;
  label: string;
  /** Makes the admin confirm the act. */
  question?: string;
  danger?: boolean;
  children?: (problems: Record<string, string>) => ReactNode;
}

/** An act with its fields, its confirmation, and its outcome. */
function ActForm({ act, label, question, danger = false, children }: ActFormProps) {
  const fetcher = useFetcher<typeof answerAct>();
  const form = useRef<HTMLFormElement>(null);
  const [isConfirming, setIsConfirming] = useState(false);
  const pending = fetcher.state !== 'idle';
  const { done, problems = {} } = fetcher.data ?? {};
  useEffect(() => {
    if (done !== undefined) form.current?.reset();
  }, [done, fetcher.data]);

  return (
    <fetcher.Form
      ref={form}
      method="post"
      noValidate
      aria-label={label}
      onSubmit={(event) => {
        if (question === undefined || isConfirming) return;
        event.preventDefault();
        setIsConfirming(true);
      }}
      className={children ? 'space-y-3 rounded-xl border bg-raised p-4' : ''}
    >
      <input type="hidden" name="act" value={act} />
      {children?.(pending ? {} : problems)}
      <Button type="submit" variant={danger ? 'danger' : 'secondary'} size="sm" pending={pending}>
        {label}
      </Button>
      {!pending && problems[''] !== undefined && <FormError>{problems['']}</FormError>}
      {!pending && done !== undefined && <Notice>{done}</Notice>}
      {question !== undefined && (
        <ConfirmDialog
          open={isConfirming}
          onOpenChange={setIsConfirming}
          title={question}
          confirmLabel={label}
          danger={danger}
          onConfirm={() => {
            setIsConfirming(false);
            fetcher.submit(form.current);
          }}
        />
      )}
    </fetcher.Form>
  );
}

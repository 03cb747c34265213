import { Link } from '@remix-run/react';

import type { OutboxPage, OutboxText } from '~/features/email';
import { LocalDay } from '~/ui/dates/local-time';
import { BackLink } from '~/ui/page/back-link';

import { AdminHeading, Moment } from '../components/admin-frame';
import { PageLinks } from '../components/list-controls';

interface OutboxListProps {
  /** Null: an email service is set. */
  page: OutboxPage | null;
  /** It isn't the first page. */
  isLater: boolean;
}

/** Emails that were written to the outbox because no service is set, newest first. */
export function OutboxList({ page, isLater }: OutboxListProps) {
  return (
    <>
      <AdminHeading title="Outbox">
        {page
          ? 'Email isn’t set up, so messages stay here for 30 days and reach no one.'
          : 'Email is set up, so messages are sent and none are kept here.'}
      </AdminHeading>
      {page?.mails.length === 0 && <p className="text-muted">No emails yet.</p>}
      {page && page.mails.length > 0 && (
        <ul aria-label="Emails" className="divide-y rounded-xl border bg-raised">
          {page.mails.map(({ id, to, subject, date }) => (
            <li
              key={id}
              className="relative flex flex-wrap items-center gap-x-6 gap-y-1 px-4 py-3 hover:bg-hover"
            >
              <div className="min-w-0 flex-1 basis-64">
                <Link
                  to={`/admin/outbox/${id}`}
                  className="block truncate font-medium after:absolute after:inset-0"
                >
                  {subject}
                </Link>
                <span className="block truncate text-sm text-muted">{to}</span>
              </div>
              <span className="w-full text-sm text-muted sm:w-44 sm:text-right">
                <LocalDay at={date} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <PageLinks filter={{}} cursor={page?.cursor ?? null} isLater={isLater} />
    </>
  );
}

export function OutboxEmailPanel({ mail: email }: { mail: OutboxText }) {
  return (
    <>
      <p className="mb-4">
        <BackLink to="/admin/outbox">Back to the outbox</BackLink>
      </p>
      <AdminHeading title={email.subject}>
        <p className="wrap-anywhere">
          To {email.to}, from {email.from}, <Moment at={email.date} />
        </p>
        {email.isHidden && (
          <p className="mt-2">
            This email opens an account, so its links and codes are hidden. The full email is in
            DATA_DIR/outbox on the server.
          </p>
        )}
      </AdminHeading>
      <div className="rounded-xl border bg-raised px-4 py-3 leading-relaxed wrap-anywhere whitespace-pre-wrap sm:px-5 sm:py-4">
        {email.text}
      </div>
    </>
  );
}

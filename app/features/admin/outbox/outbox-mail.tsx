import { Link } from '@remix-run/react';

import type { OutboxText } from '~/features/email';

import { AdminHeading } from '../components/admin-frame';
import { Moment } from '../components/moment';

/** A mail in the outbox, as text. */
export function OutboxMailPanel({ mail }: { mail: OutboxText }) {
  return (
    <>
      <p className="mb-4 text-sm">
        <Link to="/admin/outbox" className="underline underline-offset-4">
          Back to the outbox
        </Link>
      </p>
      <AdminHeading title={mail.subject}>
        <p className="wrap-anywhere">
          To {mail.to}, from {mail.from}, <Moment at={mail.date} />
        </p>
        {mail.isHidden && (
          <p className="mt-2">
            This mail opens an account. Links and codes in it are hidden here; whoever runs the
            server finds the whole mail in DATA_DIR/outbox.
          </p>
        )}
      </AdminHeading>
      <div className="rounded-xl border bg-raised px-4 py-3 leading-relaxed wrap-anywhere whitespace-pre-wrap sm:px-5 sm:py-4">
        {mail.text}
      </div>
    </>
  );
}

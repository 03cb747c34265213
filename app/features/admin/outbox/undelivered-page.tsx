import { Link } from '@remix-run/react';

import {
  FAILURE_FILTERS,
  type EmailFailureEntry,
  type EmailFailurePage,
  type FailureReporting,
} from '~/features/email';
import { Button } from '~/ui/button';
import { Field } from '~/ui/forms/field';

import { AdminHeading, Moment } from '../components/admin-frame';
import { FilterChoice, FilterForm, PageLinks, useRowAction } from '../components/list-controls';

export interface UndeliveredPageProps {
  page: EmailFailurePage;
  filter: string;
  /** '' for all. */
  email: string;
  /** It isn't the first page. */
  isLater: boolean;
  reporting: FailureReporting;
}

const KINDS: Record<EmailFailureEntry['kind'], string> = {
  hard: 'Unreachable',
  complaint: 'Marked as spam',
  soft: 'Temporary problem',
};

/** Emails that didn't arrive, newest first. An admin can count an address as reachable again. */
export function UndeliveredPage({ page, filter, email, isLater, reporting }: UndeliveredPageProps) {
  const shown = { filter, email };
  const { pendingId, act, outcome } = useRowAction();
  return (
    <>
      <AdminHeading title="Undelivered email">
        <ReportingNote reporting={reporting} />
      </AdminHeading>
      <FilterForm shown={shown}>
        <Field
          label="Email"
          name="email"
          type="search"
          id="failure-email"
          defaultValue={email}
          className="min-w-56 flex-1"
        />
        <FilterChoice
          label="Filter"
          name="filter"
          value={filter}
          options={FAILURE_FILTERS.map(({ id, label }) => [id, label])}
        />
      </FilterForm>
      {outcome}
      {page.failures.length === 0 ? (
        <p className="text-muted">
          {email === '' ? 'Nothing undelivered.' : 'Nothing undelivered for this address.'}
        </p>
      ) : (
        <ul aria-label="Undelivered email" className="divide-y rounded-xl border bg-raised">
          {page.failures.map((failure) => (
            <FailureRow
              key={failure.id}
              failure={failure}
              pending={pendingId === failure.id}
              onClear={() => act(failure.id)}
            />
          ))}
        </ul>
      )}
      <PageLinks filter={shown} cursor={page.cursor} isLater={isLater} />
    </>
  );
}

function ReportingNote({ reporting: { service, webhook } }: { reporting: FailureReporting }) {
  if (service === 'none') return <>Email isn’t set up, so messages stay in the outbox.</>;
  if (webhook !== null) {
    return (
      <>
        Postmark reports them to <span className="wrap-anywhere">{webhook}</span>. The people
        concerned see a banner.
      </>
    );
  }
  return service === 'postmark' ? (
    <>
      Only emails that Postmark rejects right away show up here. To see bounces, too, set
      POSTMARK_WEBHOOK_USER and POSTMARK_WEBHOOK_PASSWORD, and add the webhook at Postmark.
    </>
  ) : (
    <>
      Only emails that the SMTP server rejects right away show up here. It doesn’t report later
      bounces.
    </>
  );
}

interface FailureRowProps {
  failure: EmailFailureEntry;
  pending: boolean;
  onClear: () => void;
}

function FailureRow({ failure, pending, onClear }: FailureRowProps) {
  const { email, userId, kind, reason, detail, subject, happenedAt, clearedAt } = failure;
  const isCounted = kind !== 'soft' && clearedAt === null;
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-64 text-sm">
        <p className="text-base font-medium wrap-anywhere">
          {userId === null ? (
            email
          ) : (
            <Link to={`/admin/users/${userId}`} className="underline underline-offset-4">
              {email}
            </Link>
          )}
        </p>
        <p className="text-muted wrap-anywhere">
          <Moment at={happenedAt} />: <span className="text-text">{KINDS[kind]}</span> ({reason})
          {detail !== '' && `. ${detail}`}
        </p>
        {subject !== '' && <p className="text-muted wrap-anywhere">Subject: {subject}</p>}
        {clearedAt !== null && (
          <p className="text-muted">
            Marked as reachable <Moment at={clearedAt} />.
          </p>
        )}
      </div>
      {isCounted && (
        <Button
          variant="secondary"
          size="sm"
          pending={pending}
          aria-label={`Mark as reachable: ${email}`}
          onClick={onClear}
        >
          Mark as reachable
        </Button>
      )}
    </li>
  );
}

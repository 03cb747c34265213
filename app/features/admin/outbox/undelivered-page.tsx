import { Link, useFetcher } from '@remix-run/react';
import { useEffect, useRef } from 'react';

import {
  FAILURE_FILTERS,
  type EmailFailureEntry,
  type EmailFailurePage,
  type FailureReporting,
} from '~/features/email';
import { Button } from '~/ui/button';
import { Field } from '~/ui/forms/field';
import { FormError, Notice } from '~/ui/feedback/notice';

import { AdminHeading } from '../components/admin-frame';
import { FilterChoice, FilterForm } from '../components/filter-form';
import { Moment } from '../components/moment';
import { PageLinks } from '../components/page-links';
import type { ActAnswer } from '../users/components/user-panel';

export interface UndeliveredPageProps {
  page: EmailFailurePage;
  filter: string;
  /** '' for all. */
  email: string;
  /** It is not the first page. */
  isLater: boolean;
  news: FailureReporting;
}

const KINDS: Record<EmailFailureEntry['kind'], string> = {
  hard: 'Mail does not reach it',
  complaint: 'Marked as spam',
  soft: 'For the time being',
};

/** Emails that did not arrive, the newest first; and addresses that count again once an admin says so. */
export function UndeliveredPage({ page, filter, email, isLater, news }: UndeliveredPageProps) {
  const asked = { filter, email };
  const fetcher = useFetcher<ActAnswer>();
  const told = useRef<HTMLDivElement>(null);
  const { done, problems } = fetcher.data ?? {};
  const isIdle = fetcher.state === 'idle';
  const going = isIdle ? null : fetcher.formData?.get('id');
  useEffect(() => {
    // The button that was pressed goes away; what is said comes with the new list.
    if (isIdle && done !== undefined) told.current?.focus();
  }, [isIdle, done]);
  return (
    <>
      <AdminHeading title="Undelivered mail">
        <HowItIsKnown news={news} />
      </AdminHeading>
      <FilterForm asked={asked}>
        <Field
          label="Email"
          name="email"
          type="search"
          id="failure-email"
          defaultValue={email}
          className="min-w-56 flex-1"
        />
        <FilterChoice
          label="What"
          name="filter"
          value={filter}
          options={FAILURE_FILTERS.map(({ id, label }) => [id, label])}
        />
      </FilterForm>
      <div ref={told} tabIndex={-1} className="mb-3 rounded-md empty:hidden">
        {isIdle && done !== undefined && <Notice>{done}</Notice>}
        {isIdle && <FormError>{problems?.id}</FormError>}
      </div>
      {page.failures.length === 0 ? (
        <p className="text-muted">
          {email === '' ? 'Nothing of that kind is known.' : 'Nothing is known of this address.'}
        </p>
      ) : (
        <ul aria-label="Undelivered mail" className="divide-y rounded-xl border bg-raised">
          {page.failures.map((failure) => (
            <FailureRow
              key={failure.id}
              failure={failure}
              pending={going === failure.id}
              onClear={() => fetcher.submit({ id: failure.id }, { method: 'post' })}
            />
          ))}
        </ul>
      )}
      <PageLinks asked={asked} cursor={page.cursor} isLater={isLater} />
    </>
  );
}

function HowItIsKnown({ news: { service, webhook } }: { news: FailureReporting }) {
  if (service === 'none') return <>No mail service is set: mails lie in the outbox.</>;
  if (webhook !== null) {
    return (
      <>
        Postmark tells of them at <span className="wrap-anywhere">{webhook}</span>. Whose address it
        is reads so on every page.
      </>
    );
  }
  return service === 'postmark' ? (
    <>
      Only those that Postmark refuses at once are known. To hear of the others, set
      POSTMARK_WEBHOOK_USER and POSTMARK_WEBHOOK_PASSWORD, and the webhook at Postmark.
    </>
  ) : (
    <>Those that the mail server refuses at once. What bounces later, it does not tell.</>
  );
}

interface FailureRowProps {
  failure: EmailFailureEntry;
  pending: boolean;
  onClear: () => void;
}

function FailureRow({ failure, pending, onClear }: FailureRowProps) {
  const { email, userId, kind, reason, detail, subject, happenedAt, clearedAt } = failure;
  const counts = kind !== 'soft' && clearedAt === null;
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
        {subject !== '' && <p className="text-muted wrap-anywhere">Mail: {subject}</p>}
        {clearedAt !== null && (
          <p className="text-muted">
            Counts no more since <Moment at={clearedAt} />.
          </p>
        )}
      </div>
      {counts && (
        <Button
          variant="secondary"
          size="sm"
          pending={pending}
          aria-label={`Mail arrives again: ${email}`}
          onClick={onClear}
        >
          Mail arrives again
        </Button>
      )}
    </li>
  );
}

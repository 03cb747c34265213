import { Link } from '@remix-run/react';

import {
  CONTACT_KINDS,
  CONTACT_STATES,
  type ContactKind,
  type ContactState,
  type InboxListEntry,
  type InboxPage,
} from '~/features/help';
import { LocalDay } from '~/ui/dates/local-time';

import { AdminHeading } from '../components/admin-frame';
import { FilterChoice, FilterForm, PageLinks } from '../components/list-controls';

export const STATE_NAMES: Record<ContactState, string> = {
  open: 'Open',
  answered: 'Answered',
  closed: 'Closed',
};

export const KIND_NAMES: Record<ContactKind, string> = {
  suggestion: 'Suggestion',
  support: 'Support request',
};

export interface InboxListProps {
  page: InboxPage;
  state: ContactState;
  kind: ContactKind | null;
  /** It isn't the first page. */
  isLater: boolean;
}

/** Messages to the operator, newest first. */
export function InboxList({ page, state, kind, isLater }: InboxListProps) {
  const shown = { state, kind: kind ?? 'all' };
  return (
    <>
      <AdminHeading title="Inbox">Suggestions and support requests.</AdminHeading>
      <FilterForm shown={shown}>
        <FilterChoice
          label="State"
          name="state"
          value={state}
          options={CONTACT_STATES.map((id) => [id, STATE_NAMES[id]])}
        />
        <FilterChoice
          label="Kind"
          name="kind"
          value={shown.kind}
          options={[['all', 'Both'], ...CONTACT_KINDS.map((id) => [id, KIND_NAMES[id]] as const)]}
        />
      </FilterForm>
      {page.messages.length === 0 ? (
        <p className="text-muted">{state === 'open' ? 'Inbox zero' : 'No messages here.'}</p>
      ) : (
        <ul aria-label="Messages" className="divide-y rounded-xl border bg-raised">
          {page.messages.map((message) => (
            <InboxRow key={message.id} message={message} />
          ))}
        </ul>
      )}
      <PageLinks filter={shown} cursor={page.cursor} isLater={isLater} />
    </>
  );
}

/** A message without a subject shows its first line in that place. */
function InboxRow({ message }: { message: InboxListEntry }) {
  const { id, kind, name, email, subject, firstLine, createdAt } = message;
  return (
    <li className="relative flex flex-wrap items-center gap-x-6 gap-y-1 px-4 py-3 hover:bg-hover">
      <div className="min-w-0 flex-1 basis-64">
        <Link
          to={`/admin/inbox/${id}`}
          className="block truncate font-medium after:absolute after:inset-0"
        >
          {subject === '' ? firstLine : subject}
        </Link>
        {subject !== '' && <span className="block truncate text-sm">{firstLine}</span>}
        <span className="block truncate text-sm text-muted">
          {name}, {email}
        </span>
      </div>
      <span className="flex w-full items-center justify-between gap-x-6 sm:w-auto">
        <span className="rounded-full border px-2.5 py-0.5 text-xs">{KIND_NAMES[kind]}</span>
        <span className="text-sm text-muted sm:w-44 sm:text-right">
          <LocalDay at={createdAt} />
        </span>
      </span>
    </li>
  );
}

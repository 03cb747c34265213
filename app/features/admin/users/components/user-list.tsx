import { Link } from '@remix-run/react';

import { Field } from '~/ui/forms/field';

import { USER_FILTERS, type UserEntry, type UserPage } from '../user-view';
import { AdminHeading, Moment } from '../../components/admin-frame';
import { FilterChoice, FilterForm, PageLinks } from '../../components/list-controls';

export interface UserListProps {
  page: UserPage;
  text: string;
  filter: string;
  /** It isn't the first page. */
  isLater: boolean;
}

/** All accounts, newest first. */
export function UserList({ page, text, filter, isLater }: UserListProps) {
  const shown = { q: text, filter };
  return (
    <>
      <AdminHeading title="Users" />
      <FilterForm shown={shown}>
        <Field
          label="Name or email"
          name="q"
          type="search"
          id="user-search"
          defaultValue={text}
          className="min-w-56 flex-1"
        />
        <FilterChoice
          label="Filter"
          name="filter"
          value={filter}
          options={USER_FILTERS.map(({ id, label }) => [id, label])}
        />
      </FilterForm>
      {page.users.length === 0 ? (
        <p className="text-muted">No users found.</p>
      ) : (
        <ul aria-label="Users" className="divide-y rounded-xl border bg-raised">
          {page.users.map((user) => (
            <UserRow key={user.id} user={user} />
          ))}
        </ul>
      )}
      <PageLinks filter={shown} cursor={page.cursor} isLater={isLater} />
    </>
  );
}

function UserRow({ user }: { user: UserEntry }) {
  return (
    <li className="relative flex flex-wrap items-center gap-x-6 gap-y-1 px-4 py-3 hover:bg-hover">
      <div className="min-w-0 flex-1 basis-64">
        <Link
          to={`/admin/users/${user.id}`}
          className="block truncate font-medium after:absolute after:inset-0"
        >
          {user.firstName} {user.lastName}
        </Link>
        <span className="block truncate text-sm text-muted">{user.email}</span>
      </div>
      <Marks user={user} />
      <span className="w-full text-sm text-muted sm:w-56 sm:text-right">
        {user.lastSeenAt === null ? (
          'Never signed in'
        ) : (
          <>
            Seen <Moment at={user.lastSeenAt} />
          </>
        )}
      </span>
    </li>
  );
}

/** What an admin should notice about an account. */
export function Marks({ user }: { user: UserEntry }) {
  const marks = [
    user.isAdmin && 'Admin',
    user.disabled && 'Disabled',
    !user.emailVerified && 'Email not confirmed',
    user.unreached && 'Unreachable by email',
    user.deleting && 'Deletion requested',
    user.subscriptionStatus !== 'none' && subscriptionStatusText(user.subscriptionStatus),
  ].filter((mark) => typeof mark === 'string');
  return (
    <span className="flex flex-wrap gap-1.5">
      {marks.map((mark) => (
        <span key={mark} className="rounded-full border px-2.5 py-0.5 text-xs">
          {mark}
        </span>
      ))}
    </span>
  );
}

/** Stripe's name of a subscription's state, as a label. */
export function subscriptionStatusText(status: string): string {
  return `${status.charAt(0).toUpperCase()}${status.slice(1).replace('_', ' ')}`;
}

import { sql } from '~/lib/db/index.server';
import { isId } from '~/lib/ids.server';

import { contactKindOf } from '../contact/contact';
import { listInbox, type InboxRow } from '../contact/contact-data.server';
import { contactStateOf, type InboxEntry, type InboxFilter, type InboxPage } from './inbox';

const PAGE = 50;

/** What an address asks for; what is not understood in it counts as not said. */
export function readInboxFilter(search: URLSearchParams): InboxFilter {
  const before = search.get('before') ?? undefined;
  return {
    state: contactStateOf(search.get('state')) ?? 'open',
    kind: contactKindOf(search.get('kind')) ?? null,
    before: isId(before) ? before : null,
  };
}

/** What was written to the operator, the newest first, without the texts. */
export async function readInbox(filter: InboxFilter): Promise<InboxPage> {
  const rows = await listInbox(sql, filter, PAGE + 1);
  const page = rows.slice(0, PAGE);
  return {
    messages: page.map(inboxEntry),
    cursor: rows.length > PAGE ? (page.at(-1)?.id ?? null) : null,
  };
}

export function inboxEntry(row: InboxRow): InboxEntry {
  const { id, kind, state, firstName, lastName, email, subject } = row;
  const createdAt = row.createdAt.toISOString();
  return { id, kind, state, name: `${firstName} ${lastName}`, email, subject, createdAt };
}

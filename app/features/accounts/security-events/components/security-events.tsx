import { useRef, useState } from 'react';

import { client, refusalText } from '~/http/client';
import { Button } from '~/ui/button';

import { showFailure } from '../../sessions/session-end';
import type { SecurityEventsApi } from '../routes/security-events';
import type { SecurityEventsPage } from '../security-event';

const api = client<SecurityEventsApi>();

/** What happened to the account. It starts over when its `key` changes, because the pages move with each new event. */
export function SecurityEvents({ events: first, next: second }: SecurityEventsPage) {
  const [later, setLater] = useState<SecurityEventsPage>({ events: [], next: second });
  const [pending, setPending] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  const { next } = later;

  async function showMore(after: string): Promise<void> {
    setPending(true);
    try {
      const page = await api.get('/api/account/security-events', { search: { after } });
      setLater({ events: [...later.events, ...page.events], next: page.next });
      // The button may be gone.
      if (page.next === null) list.current?.focus();
    } catch (error) {
      showFailure(error, refusalText(error, 'More activity didn’t load. Try again.'));
    } finally {
      setPending(false);
    }
  }

  const events = [...first, ...later.events];
  return (
    <div className="space-y-4">
      <p className="text-muted text-pretty">
        Sign-ins and security changes of the last 180 days. See something you don’t recognize?
        Change your password, sign out all other devices, and remove any passkeys and linked
        accounts that aren’t yours.
      </p>
      {events.length === 0 ? (
        <p className="text-muted">No activity yet.</p>
      ) : (
        <ul
          ref={list}
          tabIndex={-1}
          aria-label="Security activity"
          className="divide-y rounded-lg border bg-raised"
        >
          {events.map(({ id, text, device, at }) => (
            <li key={id} className="px-4 py-3">
              <p className="wrap-anywhere">{text}</p>
              <p className="mt-0.5 text-sm text-muted">
                {at}
                {device !== null && ` · ${device}`}
              </p>
            </li>
          ))}
        </ul>
      )}
      {next !== null && (
        <Button variant="secondary" pending={pending} onClick={() => void showMore(next)}>
          Show more
        </Button>
      )}
    </div>
  );
}

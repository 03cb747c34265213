import type { UserDetails } from '../user-view';

/** Where somebody is signed in; all of it is ended above. */
export function UserSessions({ sessions }: Pick<UserDetails, 'sessions'>) {
  return (
    <section aria-labelledby="sessions" className="mt-10">
      <h2 id="sessions" className="mb-3 font-display text-lg font-semibold">
        Where they are signed in
      </h2>
      {sessions.length === 0 ? (
        <p className="text-muted">Nowhere.</p>
      ) : (
        <ul aria-labelledby="sessions" className="divide-y rounded-xl border bg-raised text-sm">
          {sessions.map(({ device, firstSeen, lastUsed }, place) => (
            <li key={place} className="flex flex-wrap justify-between gap-x-6 gap-y-1 px-4 py-3">
              <span className="font-medium">{device}</span>
              <span className="text-muted">
                Since {firstSeen}, last used {lastUsed} (UTC)
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

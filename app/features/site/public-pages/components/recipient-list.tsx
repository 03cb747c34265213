import type { Recipient } from '../recipients.server';

/** Depends only on the settings, so it's right whatever the text above says. */
export function RecipientList({ recipients }: { recipients: readonly Recipient[] }) {
  return (
    <section aria-labelledby="recipients">
      <h2 id="recipients">Services that receive your data</h2>
      {recipients.length === 0 ? (
        <p>None. On this site, everything stays on its own server.</p>
      ) : (
        <>
          <p>This list reflects how the site is set up today.</p>
          <dl>
            {recipients.map(({ purpose, host, receives }) => (
              <div key={purpose + host} className="mt-4">
                <dt className="font-medium wrap-anywhere">
                  {purpose}: <span className="text-muted">{host}</span>
                </dt>
                <dd className="mt-1">{receives}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  );
}

import type { Recipient } from '../recipients.server';

/** Depends only on the settings, so it's right whatever the text above says. */
export function RecipientList({ recipients }: { recipients: readonly Recipient[] }) {
  return (
    <section aria-labelledby="recipients">
      <h2 id="recipients">Which services receive which data</h2>
      {recipients.length === 0 ? (
        <p>None: this site is set up so that everything stays on its server.</p>
      ) : (
        <>
          <p>By how this site is set up today:</p>
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

import { renderEmail } from '~/features/email/render';

import { EMAILS } from './emails';

/** Every email with example data, as it's sent: the HTML in a sandboxed frame, and the text part. */
export function EmailSamples() {
  return (
    <section aria-labelledby="emails" className="mt-14">
      <h2 id="emails" className="font-display text-2xl font-semibold tracking-tight">
        Emails
      </h2>
      {EMAILS.map(({ name, content }) => {
        const { subject, html, text } = renderEmail(content);
        return (
          <article key={name} className="mt-8">
            <h3 className="font-medium">{name}</h3>
            <p className="text-sm text-muted">Subject: {subject}</p>
            <div className="mt-3 grid gap-4 desktop:grid-cols-2">
              <iframe
                title={`${name}: HTML`}
                sandbox=""
                srcDoc={html}
                className="h-128 w-full rounded-xl border bg-raised"
              />
              <pre
                // It scrolls, so the keyboard must be able to get to it.
                // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
                tabIndex={0}
                role="group"
                aria-label={`${name}: text`}
                className="max-h-128 overflow-auto rounded-xl border bg-sunken p-4 font-mono text-xs whitespace-pre-wrap"
              >
                {text}
              </pre>
            </div>
          </article>
        );
      })}
    </section>
  );
}

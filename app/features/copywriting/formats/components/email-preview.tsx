import { useMemo } from 'react';

import { renderSafe } from '~/lib/markdown/browser';
import { RichText } from '~/ui/rich-text/rich-text';

import { EMAIL_LIMITS } from '../network-limits';
import type { EmailParts } from '../parts';

interface EmailPreviewProps {
  emails: EmailParts[];
  name: string;
}

/** Emails as they lie in an inbox, and as they read when they are opened. */
export function EmailPreview({ emails, name }: EmailPreviewProps) {
  return (
    <div className="mx-auto w-full max-w-2xl space-y-10">
      {emails.map((email, index) => (
        <article
          key={index}
          aria-label={emails.length > 1 ? `Mail ${index + 1} of ${emails.length}` : 'Mail'}
          className="space-y-4"
        >
          {emails.length > 1 && (
            <h2 className="text-sm font-medium text-muted">
              Mail {index + 1} of {emails.length}
            </h2>
          )}
          <PhoneRow email={email} name={name} />
          <DesktopRow email={email} name={name} />
          <Opened email={email} name={name} />
        </article>
      ))}
    </div>
  );
}

const NO_SUBJECT = '(no subject)';

function cut(text: string, max: number): string {
  const characters = [...text];
  return characters.length > max
    ? `${characters
        .slice(0, max - 1)
        .join('')
        .trimEnd()}…`
    : text;
}

function PhoneRow({ email: { subject, preheader }, name }: { email: EmailParts; name: string }) {
  return (
    <figure className="max-w-sm">
      <figcaption className="mb-1 text-xs text-muted">On a phone</figcaption>
      <div className="rounded-lg border bg-raised px-3.5 py-3 text-sm">
        <p className="truncate font-semibold">{name}</p>
        <p className="break-words">{cut(subject ?? NO_SUBJECT, EMAIL_LIMITS.subject.phone.max)}</p>
        <p className="break-words text-muted">
          {cut(preheader ?? '', EMAIL_LIMITS.preheader.phone.max)}
        </p>
      </div>
    </figure>
  );
}

function DesktopRow({ email: { subject, preheader }, name }: { email: EmailParts; name: string }) {
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1 text-xs text-muted">On a computer</figcaption>
      <div className="flex gap-3 rounded-lg border bg-raised px-3.5 py-3 text-sm">
        <span className="w-32 shrink-0 truncate touch:w-20 font-semibold">{name}</span>
        <span className="min-w-0 truncate">
          {cut(subject ?? NO_SUBJECT, EMAIL_LIMITS.subject.desktop.max)}
          {preheader && (
            <span className="text-muted">
              {' '}
              – {cut(preheader, EMAIL_LIMITS.preheader.desktop.max)}
            </span>
          )}
        </span>
      </div>
    </figure>
  );
}

function Opened({ email: { subject, body }, name }: { email: EmailParts; name: string }) {
  return (
    <div className="rounded-xl border bg-raised">
      <header className="border-b px-5 py-4">
        <p className="font-display text-lg leading-snug font-semibold break-words">
          {subject ?? NO_SUBJECT}
        </p>
        <p className="mt-1 text-sm break-words text-muted">From {name} to you</p>
      </header>
      <div className="px-5 py-5">
        {body === '' ? (
          <p className="text-muted">The mail has no text yet.</p>
        ) : (
          <RenderedText text={body} />
        )}
      </div>
    </div>
  );
}

/** Markdown as it reads. Only in what is loaded on use: the renderer is. */
export function RenderedText({ text }: { text: string }) {
  const html = useMemo(() => renderSafe(text, { breaks: true }), [text]);
  return <RichText html={html} />;
}

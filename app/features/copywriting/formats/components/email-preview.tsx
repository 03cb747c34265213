import { Forward, Reply, Star } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';

import { BrandAvatar, type BrandLook } from '~/features/brand';
import { renderSafe } from '~/lib/markdown/browser';
import { RichText } from '~/ui/rich-text/rich-text';

import { EMAIL_LIMITS } from '../network-limits';
import type { EmailParts } from '../parts';
import { Branded } from './branded';

interface EmailPreviewProps {
  emails: EmailParts[];
  name: string;
  look: BrandLook | null;
}

interface EmailProps {
  email: EmailParts;
  name: string;
  look: BrandLook | null;
}

/** Emails as they look in an inbox, and once they are opened. */
export function EmailPreview({ emails, name, look }: EmailPreviewProps) {
  return (
    <div className="mx-auto w-full max-w-2xl space-y-10">
      {emails.map((email, index) => {
        const label = emails.length > 1 ? `Email ${index + 1} of ${emails.length}` : 'Email';
        return (
          <article key={index} aria-label={label} className="space-y-5">
            {emails.length > 1 && <h2 className="text-sm font-medium text-muted">{label}</h2>}
            <Inbox caption="On a phone" className="max-w-sm">
              <PhoneRow email={email} name={name} look={look} />
            </Inbox>
            <Inbox caption="On a computer">
              <DesktopRow email={email} name={name} />
            </Inbox>
            <Opened email={email} name={name} look={look} />
          </article>
        );
      })}
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

/** A list of emails with this one at the top; the one below is only hinted at. */
function Inbox({
  caption,
  className = '',
  children,
}: {
  caption: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <figure className={`min-w-0 ${className}`}>
      <figcaption className="mb-1.5 text-xs text-muted">{caption}</figcaption>
      <div className="divide-y overflow-hidden rounded-xl border bg-raised text-sm">
        {children}
        <div aria-hidden="true" className="flex items-center gap-3 px-4 py-3 opacity-60">
          <span className="size-8 shrink-0 rounded-full bg-border" />
          <span className="h-2 w-20 rounded-full bg-border" />
          <span className="h-2 flex-1 rounded-full bg-border/60" />
        </div>
      </div>
    </figure>
  );
}

function PhoneRow({ email: { subject, preheader }, name, look }: EmailProps) {
  return (
    <div className="flex gap-3 px-4 py-3">
      <BrandAvatar name={name} look={look} className="size-10 rounded-full" />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline justify-between gap-2">
          <span className="truncate font-semibold">{name}</span>
          <span className="shrink-0 text-xs text-muted">Now</span>
        </p>
        <p className="font-medium break-words">
          {cut(subject ?? NO_SUBJECT, EMAIL_LIMITS.subject.phone.max)}
        </p>
        <p className="break-words text-muted">
          {cut(preheader ?? '', EMAIL_LIMITS.preheader.phone.max)}
        </p>
      </div>
    </div>
  );
}

function DesktopRow({ email: { subject, preheader }, name }: Omit<EmailProps, 'look'>) {
  return (
    <div className="flex items-center gap-3 px-4 py-3">
      <Star className="size-4 shrink-0 text-muted" aria-hidden="true" />
      <span className="w-32 shrink-0 truncate font-semibold touch:w-20">{name}</span>
      <span className="min-w-0 flex-1 truncate">
        <span className="font-semibold">
          {cut(subject ?? NO_SUBJECT, EMAIL_LIMITS.subject.desktop.max)}
        </span>
        {preheader && (
          <span className="text-muted">
            {' '}
            – {cut(preheader, EMAIL_LIMITS.preheader.desktop.max)}
          </span>
        )}
      </span>
      <span className="shrink-0 text-xs font-medium">Now</span>
    </div>
  );
}

function Opened({ email: { subject, body }, name, look }: EmailProps) {
  return (
    <div className="overflow-hidden rounded-xl border bg-raised">
      <header className="border-b px-5 py-4">
        <p className="text-xl leading-snug font-semibold break-words">{subject ?? NO_SUBJECT}</p>
        <div className="mt-3 flex items-center gap-3 text-sm">
          <BrandAvatar name={name} look={look} className="size-10 rounded-full" />
          <div className="min-w-0 flex-1">
            <p className="truncate font-semibold">{name}</p>
            <p className="text-xs text-muted">to me</p>
          </div>
          <span className="shrink-0 text-xs text-muted">Now</span>
        </div>
      </header>
      <Branded look={look}>
        {look?.logoUrl != null && (
          <div aria-hidden="true" className="border-b px-5 py-4">
            <img src={look.logoUrl} alt="" className="h-12 max-w-40 object-contain object-left" />
          </div>
        )}
        <div className="px-5 py-5">
          {body === '' ? (
            <p className="text-muted">This email has no text yet.</p>
          ) : (
            <RenderedText text={body} />
          )}
        </div>
      </Branded>
      <div aria-hidden="true" className="flex gap-2 px-5 py-5 text-sm text-muted select-none">
        {[
          { icon: Reply, label: 'Reply' },
          { icon: Forward, label: 'Forward' },
        ].map(({ icon: Icon, label }) => (
          <span key={label} className="flex items-center gap-1.5 rounded-full border px-4 py-1.5">
            <Icon className="size-4" />
            {label}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Markdown as it reads. Only in what is loaded on use, because the renderer is. */
export function RenderedText({ text }: { text: string }) {
  const html = useMemo(() => renderSafe(text, { breaks: true }), [text]);
  return <RichText html={html} />;
}

import { Form, Link, useLocation, useNavigation } from '@remix-run/react';
import type { ReactNode } from 'react';

import { signInPath } from '~/features/accounts';
import { formatDay } from '~/lib/format/dates';
import { Button, buttonClass } from '~/ui/button';
import { PublicPage } from '~/ui/page/public-page';
import { RichText } from '~/ui/rich-text/rich-text';
import { imageSources } from '~/ui/display/image-sources';
import { ArrowDown, ArrowUp, Paperclip } from '~/ui/display/shared-icons';

interface SharedMessage {
  id: string;
  role: 'user' | 'assistant';
  html: string;
  /** `html` has only the beginning. */
  overflow: boolean;
  /** The names of its files. */
  files: string[];
  /** What it cites. */
  sources: { number: number; title: string; address: string | null }[];
  images: { id: string; width: number; height: number; prompt: string }[];
}

export interface SharedConversationProps {
  title: string;
  /** Messages up to this time are shown, in milliseconds. */
  createdAt: number;
  /** Rendered on the server, safe by construction. */
  messages: SharedMessage[];
  /** The keys of the previous and the next page (see Transcript). */
  before: string | null;
  after: string | null;
  shareId: string;
  signedIn: boolean;
  /** Why the last attempt to continue was refused. */
  error: string | undefined;
}

/** What a public link shows. Works without JavaScript. */
export function SharedConversation({
  title,
  createdAt,
  messages,
  before,
  after,
  shareId,
  signedIn,
  error,
}: SharedConversationProps) {
  const date = new Date(createdAt);
  return (
    <PublicPage signIn={!signedIn}>
      <div className="mx-auto w-full max-w-3xl px-5 py-10 sm:py-14">
        <header>
          <p className="text-sm text-muted">
            Shared conversation · <time dateTime={date.toISOString()}>{formatDay(date, null)}</time>
          </p>
          <h1
            title={title}
            className="mt-2 line-clamp-4 font-display text-3xl leading-tight font-semibold tracking-tight text-balance wrap-anywhere"
          >
            {title}
          </h1>
        </header>
        {before !== null && (
          <PageLink className="mt-8" href={`?before=${before}`}>
            <ArrowUp className="size-4" aria-hidden="true" />
            Earlier messages
          </PageLink>
        )}
        <div role="log" aria-label="Conversation" aria-live="off" className="mt-10 space-y-7">
          {messages.map(({ id, role, html, overflow, files, sources, images }) => {
            const fullText = overflow && (
              <FullTextLink href={`/shared/${shareId}/messages/${id}`} />
            );
            const shown = images.length > 0 && (
              <SharedImages
                images={images}
                path={`/shared/${shareId}/messages/${id}/images`}
                mine={role === 'user'}
              />
            );
            return role === 'user' ? (
              <article key={id} aria-label="You" className="flex flex-col items-end gap-2">
                {files.length > 0 && <FileNames names={files} />}
                {shown}
                <div className="max-w-[85%] rounded-xl rounded-br-sm bg-accent-soft px-4 py-2.5">
                  <RichText html={html} />
                  {fullText}
                </div>
              </article>
            ) : (
              <article key={id} aria-label="Assistant">
                <RichText html={html} />
                {fullText}
                {shown}
                {sources.length > 0 && <SourceTitles sources={sources} />}
              </article>
            );
          })}
        </div>
        {after !== null && (
          <PageLink className="mt-10" href={`?after=${after}`}>
            Later messages
            <ArrowDown className="size-4" aria-hidden="true" />
          </PageLink>
        )}
        <Continue signedIn={signedIn} error={error} />
      </div>
    </PublicPage>
  );
}

/** A link to another page of the same conversation. */
function PageLink({
  href,
  className,
  children,
}: {
  href: string;
  className: string;
  children: ReactNode;
}) {
  return (
    <p className={`flex justify-center ${className}`}>
      <Link to={href} className={buttonClass({ variant: 'secondary' })}>
        {children}
      </Link>
    </p>
  );
}

/** A link to a page with nothing but the text. */
function FullTextLink({ href }: { href: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noreferrer"
      className={`mt-3 ${buttonClass({ variant: 'secondary', size: 'sm' })}`}
    >
      Show full text
    </a>
  );
}

/** Only the names: the files themselves stay private. */
function FileNames({ names }: { names: string[] }) {
  return (
    <ul aria-label="Attached files" className="flex max-w-[85%] flex-wrap justify-end gap-2">
      {names.map((name, at) => (
        <li
          key={at}
          className="flex max-w-full items-center gap-2 rounded-lg border bg-raised px-3 py-1.5 text-sm text-muted"
        >
          <Paperclip className="size-4 shrink-0" aria-hidden="true" />
          <span className="truncate">{name}</span>
        </li>
      ))}
    </ul>
  );
}

function SharedImages({
  images,
  path,
  mine,
}: Pick<SharedMessage, 'images'> & { path: string; mine: boolean }) {
  return (
    <div className={`flex flex-wrap gap-3 ${mine ? 'justify-end' : 'mt-3'}`}>
      {images.map(({ id, width, height, prompt }) => (
        <img
          key={id}
          {...imageSources(`${path}/${id}`)}
          width={width}
          height={height}
          alt={prompt}
          loading="lazy"
          className={`h-auto w-full rounded-lg border bg-sunken ${mine ? 'max-w-48' : 'max-w-md'}`}
        />
      ))}
    </div>
  );
}

/** Only the titles of documents, which stay private; pages of the web are links. */
function SourceTitles({ sources }: Pick<SharedMessage, 'sources'>) {
  return (
    <div className="mt-3 border-t pt-2.5 text-sm text-muted">
      <p className="font-medium">Sources</p>
      <ul>
        {sources.map(({ number, title, address }) => (
          <li key={number} className="wrap-anywhere">
            [{number}]{' '}
            {address === null ? (
              title
            ) : (
              <a
                href={address}
                target="_blank"
                rel="noopener noreferrer nofollow"
                className="underline hover:text-text"
              >
                {title}
              </a>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Continue({ signedIn, error }: { signedIn: boolean; error: string | undefined }) {
  const { pathname } = useLocation();
  const pending = useNavigation().formMethod === 'POST';
  return (
    <div className="mt-12 rounded-xl border bg-raised p-6 text-center">
      <p className="font-display text-lg font-semibold">Continue this chat</p>
      <p className="mx-auto mt-1 max-w-md text-sm text-muted text-balance">
        You’ll get your own copy. Only you can see what you add.
      </p>
      {error !== undefined && (
        <p role="alert" className="mt-3 text-sm text-danger">
          {error}
        </p>
      )}
      <div className="mt-4">
        {signedIn ? (
          <Form method="post">
            <Button type="submit" pending={pending}>
              Continue in Brandwright
            </Button>
          </Form>
        ) : (
          // A plain link: what the visitor has read needs none of the app's code.
          <a href={signInPath(pathname)} className={buttonClass({})}>
            Sign in to continue in Brandwright
          </a>
        )}
      </div>
    </div>
  );
}

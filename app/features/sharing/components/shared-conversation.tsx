import { Form, useLocation, useNavigation } from '@remix-run/react';

import { signInPath } from '~/features/auth';
import { Button, buttonClass } from '~/ui/button';
import { PublicPage } from '~/ui/public-page';
import { RichText } from '~/ui/rich-text/rich-text';

export interface SharedConversationProps {
  title: string;
  /** The last moment that is shown, in milliseconds. */
  createdAt: number;
  /** Rendered on the server, safe by construction. */
  messages: { id: string; role: 'user' | 'assistant'; html: string }[];
  signedIn: boolean;
  /** What went wrong with the last try to continue. */
  error: string | undefined;
}

/** What a public link shows. Works without JavaScript. */
export function SharedConversation({
  title,
  createdAt,
  messages,
  signedIn,
  error,
}: SharedConversationProps) {
  const date = new Date(createdAt);
  return (
    <PublicPage signIn={!signedIn}>
      <div className="mx-auto w-full max-w-3xl px-5 py-10 sm:py-14">
        <header>
          <p className="text-sm text-muted">
            Shared conversation ·{' '}
            <time dateTime={date.toISOString()}>
              {date.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })}
            </time>
          </p>
          <h1 className="mt-2 font-display text-3xl leading-tight font-semibold tracking-tight text-balance wrap-anywhere sm:text-4xl">
            {title}
          </h1>
        </header>
        <div role="log" aria-label="Conversation" aria-live="off" className="mt-10 space-y-7">
          {messages.map(({ id, role, html }) =>
            role === 'user' ? (
              <article key={id} aria-label="You" className="flex justify-end">
                <div className="max-w-[85%] rounded-xl rounded-br-sm bg-accent-soft px-4 py-2.5">
                  <RichText html={html} />
                </div>
              </article>
            ) : (
              <article key={id} aria-label="Assistant">
                <RichText html={html} />
              </article>
            ),
          )}
        </div>
        <Continue signedIn={signedIn} error={error} />
      </div>
    </PublicPage>
  );
}

function Continue({ signedIn, error }: { signedIn: boolean; error: string | undefined }) {
  const { pathname } = useLocation();
  const pending = useNavigation().formMethod === 'POST';
  return (
    <div className="mt-12 rounded-xl border bg-raised p-6 text-center">
      <p className="font-display text-lg font-semibold">Go on from here</p>
      <p className="mx-auto mt-1 max-w-md text-sm text-muted text-balance">
        You get a copy of this conversation. What you write there is yours alone.
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
          // A page of its own: what the visitor read needs none of the app.
          <a href={signInPath(pathname)} className={buttonClass({})}>
            Sign in to continue in Brandwright
          </a>
        )}
      </div>
    </div>
  );
}

import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node';
import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react';

import { MAX_ACCOUNT_BODY, readForm } from '~/http/read-body.server';
import { limitUse } from '~/http/rate-limit.server';
import type { Session } from '~/http/session';
import { AppError } from '~/lib/errors';
import { Button, buttonClass } from '~/ui/button';
import { FormError, Notice } from '~/ui/feedback/notice';
import { pageTitle } from '~/ui/page/page';

import { clientOf } from '../../forms/answers.server';
import { AuthCard } from '../../forms/components/auth-card';
import { keepSentence, reloadIfAnswered, type SentenceAnswer } from '../../forms/keep-form';
import { requireUser } from '../../sessions/guards.server';
import { RecentLoginRequired } from '../../sessions/recent-login.server';
import { beginPath, type IdentityView, LINKED_ACCOUNTS } from '../identity';
import { linkIdentity, unlinkIdentity, viewLinkedAccounts } from '../identity-actions.server';
import { forget, type Offer, readKept } from '../visit-cookie.server';
import { IDENTITY_TEXTS } from '../texts';

export const meta: MetaFunction = () => [{ title: pageTitle('Linked accounts') }];

/** What an issuer has said, to this person or before they signed in. */
function offerOf(request: Request, { sessionId }: Session): Offer | null {
  const offer = readKept('offer', request.headers.get('cookie'));
  return offer && [null, sessionId].includes(offer.sessionId) ? offer : null;
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const found = await requireUser(request, context);
  const { user } = found;
  const offer = offerOf(request, found);
  const linkedAccounts = await viewLinkedAccounts(user);
  const offering = linkedAccounts.issuers.find(({ id }) => id === offer?.issuerId);
  return {
    ...linkedAccounts,
    own: user.email,
    offer: offer && offering ? { name: offering.name, email: offer.email } : null,
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const found = await requireUser(request, context);
  const client = clientOf(request, context);
  const headers = { 'Set-Cookie': forget(client.secure) };
  try {
    await limitUse('account-change', found.user.id, client.address);
    const sent = await readForm(request, MAX_ACCOUNT_BODY);
    const offer = offerOf(request, found);
    switch (sent.get('intent')) {
      case 'link': {
        if (!offer) throw new AppError('forbidden', IDENTITY_TEXTS.expired);
        const { name } = await linkIdentity(found, offer, client);
        return data<SentenceAnswer>({ done: IDENTITY_TEXTS.linked(name) }, { headers });
      }
      case 'unlink': {
        const { name } = await unlinkIdentity(found, sent.get('id') ?? '', client);
        return data<SentenceAnswer>({ done: IDENTITY_TEXTS.unlinked(name) });
      }
      default:
        // The person doesn't want what the issuer offered.
        return data<SentenceAnswer>({}, { headers });
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error instanceof RecentLoginRequired) {
      throw redirect(`/auth/reauthenticate?redirectTo=${LINKED_ACCOUNTS}`);
    }
    return data<SentenceAnswer>({ problem: error.userMessage }, { status: error.status });
  }
}

export const clientAction = keepSentence<typeof action>;
export const shouldRevalidate = reloadIfAnswered;

export default function LinkedAccountsPage() {
  const { linked, issuers, offer, own } = useLoaderData<typeof loader>();
  const { problem, done } = useActionData<typeof clientAction>() ?? {};
  return (
    <AuthCard
      title={offer ? `Link your ${offer.name} account?` : 'Linked accounts'}
      footer={
        <Link to="/settings?tab=account" className="text-accent underline">
          Back to settings
        </Link>
      }
    >
      <div className="space-y-5">
        <FormError>{problem}</FormError>
        {done !== undefined && <Notice>{done}</Notice>}
        {offer ? (
          <LinkForm {...offer} own={own} />
        ) : (
          <>
            <p className="text-muted text-pretty">
              {issuers.length === 0 && linked.length === 0
                ? 'No other accounts can be linked on this site.'
                : 'Sign in to Brandwright with an account that you already have somewhere else.'}
            </p>
            {linked.length > 0 && (
              <ul className="divide-y rounded-md border">
                {linked.map((identity) => (
                  <LinkedAccount key={identity.id} {...identity} />
                ))}
              </ul>
            )}
            <div className="grid gap-3">
              {issuers.map(({ id, name }) => (
                <a
                  key={id}
                  href={beginPath(id, 'link')}
                  className={buttonClass({ variant: 'secondary' })}
                >
                  <span className="truncate">
                    Link {linked.some((one) => one.name === name) ? 'another' : 'your'} {name}{' '}
                    account
                  </span>
                </a>
              ))}
            </div>
          </>
        )}
      </div>
    </AuthCard>
  );
}

function LinkForm({ name, email, own }: { name: string; email: string; own: string }) {
  const pending = useNavigation().formMethod === 'POST';
  return (
    <Form method="post" className="space-y-5">
      <p className="text-muted text-pretty">
        Anyone who can sign in to {name} as{' '}
        <strong className="font-medium break-words text-text">{email}</strong> will be able to sign
        in to your Brandwright account{' '}
        <strong className="font-medium break-words text-text">{own}</strong>.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" name="intent" value="link" pending={pending}>
          Link account
        </Button>
        <Button type="submit" variant="secondary" name="intent" value="cancel">
          Cancel
        </Button>
      </div>
    </Form>
  );
}

function LinkedAccount({ id, name, email, linked, lastUsed, isRetired }: IdentityView) {
  const navigation = useNavigation();
  const pending = navigation.formData?.get('id') === id;
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p className="text-sm text-muted wrap-anywhere">{email}</p>
        <p className="text-sm text-muted">
          {isRetired
            ? 'No longer offered on this site'
            : lastUsed === null
              ? `Linked ${linked}`
              : `Last used ${lastUsed}`}
        </p>
      </div>
      <Form method="post">
        <input type="hidden" name="id" value={id} />
        <Button
          type="submit"
          variant="secondary"
          size="sm"
          name="intent"
          value="unlink"
          pending={pending}
          aria-label={`Unlink ${name}, ${email}`}
        >
          Unlink
        </Button>
      </Form>
    </li>
  );
}

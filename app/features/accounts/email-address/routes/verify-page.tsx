import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';

import { pageTitle } from '~/ui/page/page';

import { clientOf, returnPath } from '../../forms/answers.server';
import { keepLoaderData, keepPage } from '../../forms/keep-form';
import { signInPath } from '../../forms/redirect-target';
import { readLinkPassword } from '../../forms/submissions.server';
import { identifiedUser } from '../../sessions/guards.server';
import { VerifyEmailCard } from '../components/verify-email-card';
import { confirmLink, openVerifyPage, resendLink } from '../verify-page.server';

export const meta: MetaFunction = () => [{ title: pageTitle('Confirm your email') }];

/** This page's URL may hold a code. */
export const headers = () => ({ 'Referrer-Policy': 'no-referrer' });

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const found = await identifiedUser(request, context);
  const code = searchParams.get('code');
  const { content, status } = await openVerifyPage(code, found, returnPath(request));
  // The gate sent them here: they continue to where they wanted to go.
  if (content.state === 'verified' && searchParams.has('redirectTo')) {
    throw redirect(returnPath(request));
  }
  // Someone who was signed out by confirming on another device signs in first.
  if (content.state === 'visitor' && searchParams.has('redirectTo')) {
    throw redirect(signInPath(returnPath(request)));
  }
  return data(content, { status });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const code = new URL(request.url).searchParams.get('code');
  const found = await identifiedUser(request, context);
  const { content, status } =
    code === null
      ? await resendLink(found, context.clientAddress)
      : await confirmLink(code, {
          by: found,
          password: readLinkPassword({ request, context }),
          client: clientOf(request, context),
        });
  return data(content, { status });
}

export const clientAction = keepPage<typeof action>;
export const shouldRevalidate = keepLoaderData;

export default function VerifyEmailPage() {
  return (
    <VerifyEmailCard
      page={useLoaderData<typeof loader>()}
      outcome={useActionData<typeof clientAction>()}
    />
  );
}

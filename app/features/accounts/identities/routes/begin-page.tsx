import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { pageTitle } from '~/ui/page/page';

import { clientOf, returnPath } from '../../forms/answers.server';
import { signInPath } from '../../forms/redirect-target';
import { identifiedUser, verifiedUser } from '../../sessions/guards.server';
import { answerVisit } from '../answer-visit.server';
import { leaveForIssuer } from '../visit-issuer.server';
import { IssuerProblem } from '../components/issuer-problem';
import { ISSUER_PURPOSES } from '../identity';

export const meta: MetaFunction = () => [{ title: pageTitle('Sign in') }];

/** Redirects to the issuer, unless another site links here. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const purpose = ISSUER_PURPOSES.find((one) => one === searchParams.get('purpose')) ?? 'sign-in';
  const back = searchParams.get('redirectTo');
  const path = signInPath(returnPath(request));
  if (request.headers.get('sec-fetch-site') === 'cross-site') throw redirect(path);
  if (purpose === 'sign-in' && (await identifiedUser(request, context))) {
    throw redirect(returnPath(request));
  }
  const found = purpose === 'sign-in' ? null : await verifiedUser(request, context);
  if (purpose !== 'sign-in' && !found) throw redirect(path);
  const invitation = searchParams.get('invite');
  const client = clientOf(request, context);
  return answerVisit(
    leaveForIssuer(params.issuerId, { purpose, back, invitation, found }, client),
    found,
  );
}

export default function BeginPage() {
  return <IssuerProblem {...useLoaderData<typeof loader>()} />;
}

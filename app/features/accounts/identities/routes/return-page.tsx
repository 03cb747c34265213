import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { pageTitle } from '~/ui/page/page';

import { clientOf } from '../../forms/answers.server';
import { verifiedUser } from '../../sessions/guards.server';
import { answerVisit } from '../answer-visit.server';
import { returnFromIssuer } from '../visit-issuer.server';
import { IssuerProblem } from '../components/issuer-problem';

export const meta: MetaFunction = () => [{ title: pageTitle('Sign in') }];

/** Longer than any issuer's answer. */
const MAX_SEARCH = 8_000;

/** The issuer leads back here, with a code or an error. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { search } = new URL(request.url);
  const found = await verifiedUser(request, context);
  const answer = search.length <= MAX_SEARCH ? search : '';
  const client = clientOf(request, context);
  return answerVisit(returnFromIssuer(params.issuerId, answer, found, client), found);
}

export default function ReturnPage() {
  return <IssuerProblem {...useLoaderData<typeof loader>()} />;
}

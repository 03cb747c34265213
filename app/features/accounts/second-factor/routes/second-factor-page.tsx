import { type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { pageTitle } from '~/ui/page/page';

import { returnPath } from '../../forms/answers.server';
import { secondFactorPath, signInPath } from '../../forms/redirect-target';
import { passkeyHost } from '../../passkeys/relying-party.server';
import { verifiedUser } from '../../sessions/guards.server';
import { SetUpSecondFactor } from '../components/set-up-second-factor';

export const meta: MetaFunction = () => [{ title: pageTitle('Set up a second factor') }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const back = returnPath(request);
  const found = await verifiedUser(request, context);
  if (!found) throw redirect(signInPath(back));
  if (!found.user.lacksSecondFactor) throw redirect(back);
  const { email } = found.user;
  return { email, back, path: secondFactorPath(back), host: passkeyHost() };
}

/** Backup codes stay on the screen until the person has saved them. */
export const shouldRevalidate = () => false;

export default function SecondFactorPage() {
  return <SetUpSecondFactor {...useLoaderData<typeof loader>()} />;
}

import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';

import { keepFormOffline, keepLoaderData } from '../../forms/keep-form';
import { ReauthenticateForm } from '../components/reauthenticate-form';
import { signInPath } from '../../forms/redirect-target';
import { answerSubmission, clientOf, returnPath } from '../../forms/answers.server';
import { needsCode } from '../../two-factor/two-factor-data.server';
import { optionalUser } from '../guards.server';
import { readReauthenticate } from '../../forms/submissions.server';
import { reauthenticate } from '../recent-login.server';
import { AuthCard } from '~/ui/page/auth-card';
import { pageTitle } from '~/ui/page/page';

export const meta: MetaFunction = () => [{ title: pageTitle('Confirm it is you') }];

/** Who is signed out confirms who they are by signing in. */
async function requireSignedIn({ request, context }: LoaderFunctionArgs) {
  const found = await optionalUser(request, context);
  if (!found) throw redirect(signInPath(returnPath(request)));
  return found;
}

export async function loader(args: LoaderFunctionArgs) {
  const { user } = await requireSignedIn(args);
  return {
    email: user.email,
    back: returnPath(args.request),
    needsCode: await needsCode(user.id),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  const found = await requireSignedIn(args);
  const submission = readReauthenticate(args, await needsCode(found.user.id));
  return answerSubmission(submission, request, async (fields) => {
    await reauthenticate(found, fields, clientOf(request, context));
    return {};
  });
}

export const clientAction = keepFormOffline;
export const shouldRevalidate = keepLoaderData;

export default function ReauthenticatePage() {
  const { email, back, needsCode: asksCode } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof clientAction>();
  return (
    <AuthCard
      title="Confirm it is you"
      footer={
        <Link to={back} className="text-accent underline">
          Back without confirming
        </Link>
      }
    >
      <ReauthenticateForm lastResult={lastResult} email={email} needsCode={asksCode} />
    </AuthCard>
  );
}

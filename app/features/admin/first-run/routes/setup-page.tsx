import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node';
import { useActionData, useLoaderData } from '@remix-run/react';

import { AuthCard, keepForm, keepLoaderData } from '~/features/accounts';
import {
  answerForm,
  clientOf,
  cookieHeaders,
  passwordPolicy,
  readNewAdmin,
} from '~/features/accounts/index.server';
import { FirstAdminForm } from '../first-admin-form';
import { createFirstAdmin } from '../first-run-actions.server';
import { isFirstRun } from '../first-run-data.server';
import { pageTitle } from '~/ui/page/page';

export const meta: MetaFunction = () => [{ title: pageTitle('Set up Brandwright') }];

/** The URL of this page may contain the code. */
export const headers = () => ({ 'Referrer-Policy': 'no-referrer' });

/** The page is gone forever once there has been an admin. */
async function requireFirstRun() {
  if (await isFirstRun()) return;
  throw new Response('Not Found', { status: 404, statusText: 'Not Found' });
}

export async function loader({ request }: LoaderFunctionArgs) {
  await requireFirstRun();
  const code = new URL(request.url).searchParams.get('code') ?? '';
  return { policy: passwordPolicy(), code: code.slice(0, 60) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireFirstRun();
  return answerForm(readNewAdmin({ request, context }), async (fields) => {
    const { setCookies } = await createFirstAdmin(fields, clientOf(request, context));
    return redirect('/admin/providers?first-run', { headers: cookieHeaders(setCookies) });
  });
}

export const clientAction = keepForm<typeof action>;
export const shouldRevalidate = keepLoaderData;

export default function SetupPage() {
  const { policy, code } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof clientAction>();
  return (
    <AuthCard title="Set up Brandwright">
      <p className="mb-5 text-sm text-pretty text-muted">
        You’re the first one here. Create the admin account, then connect a provider. This page
        works only once.
      </p>
      <FirstAdminForm lastResult={lastResult} policy={policy} code={code} />
    </AuthCard>
  );
}

import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { answerAct } from '../../act-answer.server';
import { keepAct } from '../../keep-act';
import { clearEmailFailures } from '../clear-email-failures.server';
import { UndeliveredPage } from '../undelivered-page';
import { reloadIfAnswered } from '~/features/accounts';
import { requireAdmin } from '~/features/accounts/index.server';
import { failureReporting, readFailureQuery, readFailures } from '~/features/email/index.server';
import { pageTitle } from '~/ui/page/page';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(request, context);
  const query = readFailureQuery(new URL(request.url).searchParams);
  const { filter, email, before } = query;
  return {
    page: await readFailures(query),
    filter,
    email,
    isLater: before !== null,
    reporting: failureReporting(),
  };
}

export function action(args: ActionFunctionArgs) {
  return answerAct(args, 'id', (admin, form) =>
    clearEmailFailures(admin, form.get('id'), new Date()),
  );
}

export const clientAction = keepAct('id');
export const shouldRevalidate = reloadIfAnswered;

export const meta: MetaFunction = () => [{ title: pageTitle('Undelivered email') }];

export default function Undelivered() {
  return <UndeliveredPage {...useLoaderData<typeof loader>()} />;
}

import {
  data,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { UndeliveredPage } from '../undelivered-page';
import { clearEmailFailures } from '../clear-email-failures.server';
import { requireAdmin } from '~/features/accounts/index.server';
import { failureReporting, readFailureQuery, readFailures } from '~/features/email/index.server';
import { AppError } from '~/lib/errors';
import { limitUse } from '~/http/rate-limit.server';
import { MAX_ACCOUNT_BODY, readForm } from '~/http/read-body.server';
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
    news: failureReporting(),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { user } = await requireAdmin(request, context);
  const address = context.clientAddress;
  try {
    await limitUse('admin', user.id, address);
    const id = (await readForm(request, MAX_ACCOUNT_BODY)).get('id') ?? '';
    const admin = { id: user.id, address };
    return {
      done: await clearEmailFailures(admin, id, new Date()),
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data({ problems: { id: error.userMessage } }, { status: error.status });
  }
}

export const meta: MetaFunction = () => [{ title: pageTitle('Undelivered mail') }];

export default function Undelivered() {
  return <UndeliveredPage {...useLoaderData<typeof loader>()} />;
}

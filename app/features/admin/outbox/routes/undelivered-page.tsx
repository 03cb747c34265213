import {
  data,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { UndeliveredPage } from '../undelivered-page';
import { clearMailFailures } from '../clear-mail-failures.server';
import { requireAdmin } from '~/features/accounts/index.server';
import { mailNews, readFailureQuery, readFailures } from '~/features/email/index.server';
import { AppError } from '~/lib/errors';
import { limitUse } from '~/http/rate-limit.server';
import { MAX_ACCOUNT_BODY, readForm } from '~/http/read-body.server';
import { pageTitle } from '~/ui/page-title';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(request, context);
  const query = readFailureQuery(new URL(request.url).searchParams);
  const { filter, email, before } = query;
  return {
    page: await readFailures(query),
    filter,
    email,
    isLater: before !== null,
    news: mailNews(),
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
      done: await clearMailFailures(admin, id, new Date()),
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

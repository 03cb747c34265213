import {
  data,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { UserPanel } from '../components/user-panel';
import { actOnUser } from '../act-on-user.server';
import { openUser } from '../read-users.server';
import { readUserAct } from '../user-acts';
import { requireAdmin } from '~/features/accounts/index.server';
import { AppError } from '~/lib/errors';
import { orThrowResponse } from '~/http/failure.server';
import { limitUse } from '~/http/rate-limit.server';
import { MAX_ACCOUNT_BODY, readForm } from '~/http/read-body.server';
import { errorTitle } from '~/ui/page/error-panel';
import { pageTitle } from '~/ui/page/page';

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { user: admin } = await requireAdmin(request, context);
  const ledger = new URL(request.url).searchParams.get('ledger');
  const user = await orThrowResponse(openUser(params.userId, new Date(), ledger));
  return { user, isSelf: user.id === admin.id };
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const { user } = await requireAdmin(request, context);
  const address = context.clientAddress;
  try {
    await limitUse('admin', user.id, address);
    const read = readUserAct(await readForm(request, MAX_ACCOUNT_BODY));
    if (!read.ok) return data({ problems: read.problems }, { status: 400 });
    return { done: await actOnUser({ id: user.id, address }, params.userId, read.act, new Date()) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data({ problems: { '': error.userMessage } }, { status: error.status });
  }
}

export const meta: MetaFunction<typeof loader> = ({ data, error }) => [
  {
    title: pageTitle(data ? `${data.user.firstName} ${data.user.lastName}` : errorTitle(error)),
  },
];

export default function User() {
  const { user, isSelf } = useLoaderData<typeof loader>();
  return <UserPanel key={user.id} user={user} isSelf={isSelf} />;
}

import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { answerAct } from '../../act-answer.server';
import { keepAct } from '../../keep-act';
import { UserPanel } from '../components/user-panel';
import { actOnUser } from '../act-on-user.server';
import { openUser } from '../read-users.server';
import { readUserAct } from '../user-acts';
import { reloadIfAnswered } from '~/features/accounts';
import { requireAdmin } from '~/features/accounts/index.server';
import { orThrowResponse } from '~/http/failure.server';
import { errorTitle } from '~/ui/page/error-panel';
import { pageTitle } from '~/ui/page/page';

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const { user: admin } = await requireAdmin(request, context);
  const ledger = new URL(request.url).searchParams.get('ledger');
  const user = await orThrowResponse(openUser(params.userId, new Date(), ledger));
  return { user, isSelf: user.id === admin.id };
}

export function action(args: ActionFunctionArgs) {
  return answerAct(args, '', (admin, form) =>
    actOnUser(admin, args.params.userId, readUserAct(form), new Date()),
  );
}

export const clientAction = keepAct('');
export const shouldRevalidate = reloadIfAnswered;

export const meta: MetaFunction<typeof loader> = ({ data, error }) => [
  {
    title: pageTitle(data ? `${data.user.firstName} ${data.user.lastName}` : errorTitle(error)),
  },
];

export default function User() {
  const { user, isSelf } = useLoaderData<typeof loader>();
  return <UserPanel key={user.id} user={user} isSelf={isSelf} />;
}

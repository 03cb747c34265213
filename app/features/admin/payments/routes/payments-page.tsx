import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { answerAct } from '../../act-answer.server';
import { keepAct } from '../../keep-act';
import { readPayments, replayPayment } from '../payment-actions.server';
import { PaymentsPage } from '../payments-page';
import { reloadIfAnswered } from '~/features/accounts';
import { requireAdmin } from '~/features/accounts/index.server';
import { pageTitle } from '~/ui/page/page';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(request, context);
  return readPayments();
}

export function action(args: ActionFunctionArgs) {
  return answerAct(args, 'id', (admin, form) =>
    replayPayment(admin, form.get('id') ?? '', new Date()),
  );
}

export const clientAction = keepAct('id');
export const shouldRevalidate = reloadIfAnswered;

export const meta: MetaFunction = () => [{ title: pageTitle('Payments') }];

export default function Payments() {
  return <PaymentsPage {...useLoaderData<typeof loader>()} />;
}

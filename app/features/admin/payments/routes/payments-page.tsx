import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { answerAct } from '../../act-answer.server';
import { readPayments, replayPayment } from '../payment-actions.server';
import { PaymentsPage } from '../payments-page';
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

export const meta: MetaFunction = () => [{ title: pageTitle('Payments') }];

export default function Payments() {
  return <PaymentsPage {...useLoaderData<typeof loader>()} />;
}

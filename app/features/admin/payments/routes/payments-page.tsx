import {
  data,
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
} from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { PaymentsPage } from '../payments-page';
import { readPayments, replayPayment } from '../payment-actions.server';
import { requireAdmin } from '~/features/accounts/index.server';
import { AppError } from '~/lib/errors';
import { limitUse } from '~/http/rate-limit.server';
import { MAX_ACCOUNT_BODY, readForm } from '~/http/read-body.server';
import { pageTitle } from '~/ui/page/page';

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(request, context);
  return readPayments();
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { user } = await requireAdmin(request, context);
  const address = context.clientAddress;
  try {
    await limitUse('admin', user.id, address);
    const id = (await readForm(request, MAX_ACCOUNT_BODY)).get('id') ?? '';
    const admin = { id: user.id, address };
    return { done: await replayPayment(admin, id, new Date()) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return data({ problems: { id: error.userMessage } }, { status: error.status });
  }
}

export const meta: MetaFunction = () => [{ title: pageTitle('Payments') }];

export default function Payments() {
  return <PaymentsPage {...useLoaderData<typeof loader>()} />;
}

import { type ActionFunctionArgs, data } from '@remix-run/node';

import { requireAdmin } from '~/features/accounts/index.server';
import { limitUse } from '~/http/rate-limit.server';
import { MAX_ACCOUNT_BODY, readForm } from '~/http/read-body.server';
import { AppError } from '~/lib/errors';

/** The admin who acts, and from which IP address. */
export interface ActingAdmin {
  id: string;
  address: string | undefined;
}

/** What the action of an admin's page answers. */
interface ActAnswer {
  done?: string;
  /** By the field's name; '' for the form as a whole. */
  problems?: Record<string, string>;
}

/** Answers a form with which an admin acts. A refusal that names no fields belongs to `field`. */
export async function answerAct(
  { request, context }: ActionFunctionArgs,
  field: string,
  act: (admin: ActingAdmin, form: Map<string, string>) => Promise<string>,
) {
  const { user } = await requireAdmin(request, context);
  const admin = { id: user.id, address: context.clientAddress };
  try {
    await limitUse('admin', admin.id, admin.address);
    return data<ActAnswer>({ done: await act(admin, await readForm(request, MAX_ACCOUNT_BODY)) });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const problems = error.fields ?? { [field]: error.userMessage };
    return data<ActAnswer>({ problems }, { status: error.status });
  }
}

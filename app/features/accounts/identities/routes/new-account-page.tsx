import { getFormProps } from '@conform-to/react';
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node';
import { Form, Link, useActionData, useLoaderData, useNavigation } from '@remix-run/react';

import { Button } from '~/ui/button';
import { FormError } from '~/ui/feedback/notice';
import { pageTitle } from '~/ui/page/page';

import { answerForm, clientOf, cookieHeaders, returnPath } from '../../forms/answers.server';
import { AuthCard } from '../../forms/components/auth-card';
import { keepForm, keepLoaderData } from '../../forms/keep-form';
import { WELCOME } from '../../forms/redirect-target';
import { readNewAccountNames } from '../../forms/submissions.server';
import { useCheckedForm } from '../../forms/use-checked-form';
import { identifiedUser } from '../../sessions/guards.server';
import { NameFields } from '../../sign-up/components/new-account-fields';
import { nameChecks, type NameFields as Names } from '../../sign-up/sign-up';
import { issuerOrNotFound } from '../configured-issuers.server';
import { signUpWithIdentity } from '../identity-actions.server';
import { forget, readKept } from '../visit-cookie.server';

export const meta: MetaFunction = () => [{ title: pageTitle('Create your account') }];

/** What the issuer has said about the person. Without it, the page leads to the sign-in. */
async function requireOffer({ request, context }: LoaderFunctionArgs) {
  if (await identifiedUser(request, context)) throw redirect(returnPath(request));
  const offer = readKept('offer', request.headers.get('cookie'));
  if (!offer) throw redirect('/auth/login');
  const { name } = await issuerOrNotFound(offer.issuerId);
  return { offer, name };
}

export async function loader(args: LoaderFunctionArgs) {
  const { offer, name } = await requireOffer(args);
  const { email, firstName, lastName } = offer;
  return { name, email, firstName, lastName };
}

export async function action(args: ActionFunctionArgs) {
  const { request, context } = args;
  return answerForm(readNewAccountNames(args), async (names) => {
    const { offer } = await requireOffer(args);
    const client = clientOf(request, context);
    const { setCookies } = await signUpWithIdentity(offer, names, client);
    const headers = cookieHeaders([...setCookies, forget(client.secure)]);
    return redirect(offer.back ?? WELCOME, { headers });
  });
}

export const clientAction = keepForm<typeof action>;
export const shouldRevalidate = keepLoaderData;

export default function NewAccountPage() {
  const { name, email, firstName, lastName } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof clientAction>();
  const [form, fields] = useCheckedForm<Names>('new-account', lastResult, nameChecks(), {
    defaultValue: { firstName, lastName },
  });
  const pending = useNavigation().formMethod === 'POST';
  const order = [fields.firstName, fields.lastName];
  const firstInvalid = order.find((field) => field.errors !== undefined)?.name;
  return (
    <AuthCard
      title="Create your account"
      footer={
        <Link to="/auth/login" className="text-accent underline">
          Sign in another way
        </Link>
      }
    >
      <Form method="post" {...getFormProps(form)} className="space-y-5">
        <p className="text-muted text-pretty">
          You’ll sign in with {name} as{' '}
          <strong className="font-medium break-words text-text">{email}</strong>.
        </p>
        <FormError id={form.errorId}>{form.errors}</FormError>
        <NameFields fields={fields} firstInvalid={firstInvalid} />
        <Button type="submit" className="w-full" pending={pending}>
          Create account
        </Button>
      </Form>
    </AuthCard>
  );
}

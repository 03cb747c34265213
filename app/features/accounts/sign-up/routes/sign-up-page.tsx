import { getFormProps, type SubmissionResult } from '@conform-to/react';
import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from '@remix-run/node';
import {
  Form,
  Link,
  useActionData,
  useLoaderData,
  useLocation,
  useNavigation,
} from '@remix-run/react';

import { priceLine } from '~/features/billing/index.server';
import { renderPitch } from '~/features/site/index.server';
import { Button } from '~/ui/button';
import { FormError } from '~/ui/feedback/notice';
import { pageTitle } from '~/ui/page/page';

import { AuthCard } from '../../forms/components/auth-card';
import { answerSubmission, clientOf, returnPath } from '../../forms/answers.server';
import { keepForm, keepLoaderData } from '../../forms/keep-form';
import { WELCOME } from '../../forms/redirect-target';
import { readSignUp } from '../../forms/submissions.server';
import { useCheckedForm } from '../../forms/use-checked-form';
import type { PasswordPolicy } from '../../passwords/password-policy';
import { passwordPolicy } from '../../passwords/passwords.server';
import { renderIssuerLinks } from '../../identities/render-issuer-links.server';
import { identifiedUser } from '../../sessions/guards.server';
import { invitationOf, signUpAccess } from '../admit.server';
import { shownAccess, signUpChecks, type SignUpFields, type SignUpPageAccess } from '../sign-up';
import { signUp } from '../sign-up.server';
import { NewAccountFields } from '../components/new-account-fields';

export const meta: MetaFunction = () => [{ title: pageTitle('Sign up') }];

export async function loader({ request, context }: LoaderFunctionArgs) {
  if (await identifiedUser(request, context)) throw redirect(returnPath(request));
  return {
    policy: passwordPolicy(),
    pitch: renderPitch(priceLine()),
    issuers: renderIssuerLinks(request),
    access: shownAccess(await signUpAccess(invitationOf(request))),
  };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const invitation = invitationOf(request);
  const submission = readSignUp({ request, context }, await signUpAccess(invitation));
  return answerSubmission(
    submission,
    request,
    (fields) => signUp(fields, clientOf(request, context), invitation),
    WELCOME,
  );
}

export const clientAction = keepForm<typeof action>;
export const shouldRevalidate = keepLoaderData;

export default function SignUpPage() {
  const { policy, pitch, access, issuers } = useLoaderData<typeof loader>();
  const lastResult = useActionData<typeof clientAction>();
  const { search } = useLocation();
  return (
    <AuthCard
      pitch={pitch}
      title={access.refusal === undefined ? 'Create your account' : 'Sign up'}
      footer={
        <>
          Already have an account?{' '}
          <Link
            to={{ pathname: '/auth/login', search }}
            className="text-center text-accent underline touch:min-w-11"
          >
            Sign in
          </Link>
        </>
      }
    >
      {access.refusal === undefined ? (
        <>
          <SignUpForm lastResult={lastResult} policy={policy} access={access} />
          <div dangerouslySetInnerHTML={{ __html: issuers }} />
        </>
      ) : (
        <>
          <p className="mb-6 text-muted text-pretty">{access.refusal}</p>
          <Link to="/contact" className="text-accent underline touch:inline-block touch:py-3">
            Contact
          </Link>
        </>
      )}
    </AuthCard>
  );
}

interface SignUpFormProps {
  lastResult: SubmissionResult | undefined;
  policy: PasswordPolicy;
  access: SignUpPageAccess;
}

function SignUpForm({ lastResult, policy, access }: SignUpFormProps) {
  const [form, fields] = useCheckedForm<SignUpFields>('sign-up', lastResult, signUpChecks(policy), {
    defaultValue: { email: access.invitee ?? '' },
  });
  const pending = useNavigation().formMethod === 'POST';
  const order = [fields.firstName, fields.lastName, fields.email, fields.password];
  const firstInvalid = order.find((field) => field.errors !== undefined)?.name;

  return (
    <Form method="post" {...getFormProps(form)} className="space-y-5">
      <FormError id={form.errorId}>{form.errors}</FormError>
      <NewAccountFields
        fields={fields}
        policy={policy}
        firstInvalid={firstInvalid}
        emailHint={access.emailHint}
        emailFixed={access.invitee !== undefined}
      />
      <Button type="submit" className="w-full" pending={pending}>
        Sign up
      </Button>
    </Form>
  );
}

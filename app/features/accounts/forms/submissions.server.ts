import { parseWithZod } from '@conform-to/zod/v4';
import type { Submission } from '@conform-to/react';
import type { AppLoadContext } from '@remix-run/node';
import { z } from 'zod';

import { limitAddress } from '~/http/rate-limit.server';
import { discardBody, MAX_ACCOUNT_BODY, readForm } from '~/http/read-body.server';

import type { PasswordChange } from '../passwords/change-password.server';
import {
  changePasswordChecks,
  resetPasswordChecks,
  type ResetPasswordFields,
} from '../passwords/password-policy';
import { knownPasswordProblems } from '../passwords/known-passwords.server';
import { passwordPolicy } from '../passwords/passwords.server';
import type { SignIn } from '../sessions/sign-in.server';
import { signUpAccess } from '../sign-up/admit.server';
import { emailRefusal, nameChecks, type SignUpAccess, signUpChecks } from '../sign-up/sign-up';
import type { SignUp } from '../sign-up/sign-up.server';
import type { FinishingCode } from '../two-factor/finish-sign-in.server';
import { TWO_FACTOR_CHECKS, type TwoFactorFields } from '../two-factor/two-factor';
import { normalizeEmail, normalizeName, validTimeZone } from './account-fields';
import {
  changeEmailChecks,
  FORGOT_PASSWORD_CHECKS,
  type ForgotPasswordFields,
  REAUTHENTICATE_CHECKS,
  type ReauthenticateFields,
  SIGN_IN_CHECKS,
} from './form-checks';

function field(problems: (typed: string) => string[], clean = (typed: string) => typed) {
  return z
    .string()
    .default('')
    .transform((typed, context) => {
      for (const message of problems(typed)) context.addIssue({ code: 'custom', message });
      return clean(typed);
    });
}

/** A new password: what the browser checks of it, and then what only the server can. */
function newPassword(problems: (typed: string) => string[]) {
  return z
    .string()
    .default('')
    .superRefine(async (typed, context) => {
      const simple = problems(typed);
      const found = simple.length > 0 ? simple : await knownPasswordProblems(typed);
      for (const message of found) context.addIssue({ code: 'custom', message });
    });
}

const timeZone = z
  .string()
  .optional()
  .transform((name) => validTimeZone(name));

/** The arguments of a route's action, whose request brings a form. */
export interface SentForm {
  request: Request;
  context: AppLoadContext;
}

/**
 * Only the text fields with these names, because a crafted form may contain anything.
 * @throws AppError `too-many-requests` before anything is read, `too-large`
 */
async function textFields(
  { request, context }: SentForm,
  names: readonly string[],
): Promise<FormData> {
  try {
    await limitAddress('public-form-address', context.clientAddress);
  } catch (error) {
    discardBody(request);
    throw error;
  }
  const fields = new FormData();
  const sent = await readForm(request, MAX_ACCOUNT_BODY);
  for (const name of names) {
    const value = sent.get(name);
    if (value !== undefined) fields.set(name, value);
  }
  return fields;
}

export async function readSignIn(sent: SentForm): Promise<Submission<SignIn>> {
  return parseWithZod(await textFields(sent, ['email', 'password', 'timeZone']), {
    schema: z.object({
      email: field(SIGN_IN_CHECKS.email, normalizeEmail),
      password: field(SIGN_IN_CHECKS.password),
      timeZone,
    }),
  });
}

export async function readSignUp(
  sent: SentForm,
  access: SignUpAccess,
): Promise<Submission<SignUp>> {
  const checks = signUpChecks(passwordPolicy(), (address) => emailRefusal(access, address));
  const names = ['email', 'password', 'firstName', 'lastName', 'timeZone'];
  return parseWithZod(await textFields(sent, names), {
    async: true,
    schema: z.object({
      email: field(checks.email, normalizeEmail),
      password: newPassword(checks.password),
      firstName: field(checks.firstName, normalizeName),
      lastName: field(checks.lastName, normalizeName),
      timeZone,
    }),
  });
}

/** The names of someone whose account begins at an issuer. */
export async function readNewAccountNames(
  sent: SentForm,
): Promise<Submission<Pick<SignUp, 'firstName' | 'lastName' | 'timeZone'>>> {
  const checks = nameChecks();
  return parseWithZod(await textFields(sent, ['firstName', 'lastName', 'timeZone']), {
    schema: z.object({
      firstName: field(checks.firstName, normalizeName),
      lastName: field(checks.lastName, normalizeName),
      timeZone,
    }),
  });
}

/** The form of the first run. */
export type NewAdmin = SignUp & { code: string };

export async function readNewAdmin(sent: SentForm): Promise<Submission<NewAdmin>> {
  const checks = signUpChecks(passwordPolicy());
  const names = ['code', 'email', 'password', 'firstName', 'lastName', 'timeZone'];
  return parseWithZod(await textFields(sent, names), {
    async: true,
    schema: z.object({
      // An empty code gets the same answer as a wrong one.
      code: field(() => []),
      email: field(checks.email, normalizeEmail),
      password: newPassword(checks.password),
      firstName: field(checks.firstName, normalizeName),
      lastName: field(checks.lastName, normalizeName),
      timeZone,
    }),
  });
}

/** `needsCode`: two-factor sign-in is on. `hasPassword`: the person didn't sign in with a linked account only. */
export async function readReauthenticate(
  sent: SentForm,
  { needsCode, hasPassword }: { needsCode: boolean; hasPassword: boolean },
): Promise<Submission<ReauthenticateFields & TwoFactorFields>> {
  return parseWithZod(await textFields(sent, ['password', 'code']), {
    schema: z.object({
      password: field(hasPassword ? REAUTHENTICATE_CHECKS.password : () => []),
      code: field(needsCode ? TWO_FACTOR_CHECKS.code : () => []),
    }),
  });
}

export async function readTwoFactor(sent: SentForm): Promise<Submission<FinishingCode>> {
  return parseWithZod(await textFields(sent, ['code', 'timeZone']), {
    schema: z.object({ code: field(TWO_FACTOR_CHECKS.code), timeZone }),
  });
}

export async function readChangePassword(
  sent: SentForm,
  hasPassword: boolean,
): Promise<Submission<PasswordChange>> {
  const checks = changePasswordChecks(passwordPolicy(), hasPassword);
  return parseWithZod(await textFields(sent, ['currentPassword', 'newPassword']), {
    async: true,
    schema: z.object({
      currentPassword: field(checks.currentPassword),
      newPassword: newPassword(checks.newPassword),
    }),
  });
}

/** `current` is the person's current email address. */
export async function readChangeEmail(
  sent: SentForm,
  current: string,
): Promise<Submission<{ email: string }>> {
  const access = await signUpAccess(null);
  // Invitations are only for sign-ups; people with an account may take any address, but only of the permitted domains.
  const checks = changeEmailChecks(current, (address) =>
    access.kind === 'domains' ? emailRefusal(access, address) : undefined,
  );
  return parseWithZod(await textFields(sent, ['email']), {
    schema: z.object({ email: field(checks.email, normalizeEmail) }),
  });
}

/** The password on the page of a link, which may ask for one; '' if it is missing. */
export async function readLinkPassword(sent: SentForm): Promise<string> {
  return String((await textFields(sent, ['password'])).get('password') ?? '');
}

export async function readForgotPassword(
  sent: SentForm,
): Promise<Submission<ForgotPasswordFields>> {
  return parseWithZod(await textFields(sent, ['email']), {
    schema: z.object({ email: field(FORGOT_PASSWORD_CHECKS.email, normalizeEmail) }),
  });
}

export async function readResetPassword(sent: SentForm): Promise<Submission<ResetPasswordFields>> {
  const checks = resetPasswordChecks(passwordPolicy());
  return parseWithZod(await textFields(sent, ['password']), {
    async: true,
    schema: z.object({ password: newPassword(checks.password) }),
  });
}

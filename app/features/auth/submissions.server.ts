import { parseWithZod } from '@conform-to/zod/v4';
import type { Submission } from '@conform-to/react';
import { z } from 'zod';

import { normaliseEmail, normaliseName, validTimeZone } from './account-fields';
import { SIGN_IN_CHECKS, signUpChecks } from './form-checks';
import { passwordPolicy } from './password-settings.server';
import type { SignIn } from './sign-in.server';
import type { SignUp } from './sign-up.server';

function field(problems: (typed: string) => string[], clean = (typed: string) => typed) {
  return z
    .string()
    .default('')
    .transform((typed, context) => {
      for (const message of problems(typed)) context.addIssue({ code: 'custom', message });
      return clean(typed);
    });
}

const timeZone = z
  .string()
  .optional()
  .transform((name) => validTimeZone(name));

/** The text fields of this name, and nothing else of what came: a crafted form can hold anything. */
async function textFields(request: Request, names: readonly string[]): Promise<FormData> {
  const fields = new FormData();
  // A body that is no form counts as an empty one.
  const sent = await request.formData().catch(() => new FormData());
  for (const name of names) {
    const value = sent.get(name);
    if (typeof value === 'string') fields.set(name, value);
  }
  return fields;
}

export async function readSignIn(request: Request): Promise<Submission<SignIn>> {
  return parseWithZod(await textFields(request, ['email', 'password', 'timeZone']), {
    schema: z.object({
      email: field(SIGN_IN_CHECKS.email, normaliseEmail),
      password: field(SIGN_IN_CHECKS.password),
      timeZone,
    }),
  });
}

export async function readSignUp(request: Request): Promise<Submission<SignUp>> {
  const checks = signUpChecks(passwordPolicy());
  const names = ['email', 'password', 'firstName', 'lastName', 'timeZone'];
  return parseWithZod(await textFields(request, names), {
    schema: z.object({
      email: field(checks.email, normaliseEmail),
      password: field(checks.password),
      firstName: field(checks.firstName, normaliseName),
      lastName: field(checks.lastName, normaliseName),
      timeZone,
    }),
  });
}

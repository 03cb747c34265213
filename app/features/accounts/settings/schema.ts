import { z } from 'zod';

import type { Input } from '~/http/input.server';
import { AppError } from '~/lib/errors';

import { nameProblem, normalizeName, validTimeZone } from '../forms/account-fields';
import { ACCOUNT_TEXTS, FIELD_TEXTS } from '../texts';
import type { NamesTyped } from './names-draft';

const namesBody = z.object({
  firstName: z.string().default(''),
  lastName: z.string().default(''),
});

/** Returns normalized names. @throws AppError `invalid`, whose `fields` say what is wrong where */
export const parseNames: Input<NamesTyped, NamesTyped> = (body) => {
  const sent = namesBody.safeParse(body);
  const firstName = normalizeName(sent.data?.firstName ?? '');
  const lastName = normalizeName(sent.data?.lastName ?? '');
  const problems = Object.entries({
    firstName: nameProblem(firstName, FIELD_TEXTS.firstNameMissing),
    lastName: nameProblem(lastName, FIELD_TEXTS.lastNameMissing),
  }).flatMap(([field, problem]) => (problem === undefined ? [] : [[field, problem] as const]));
  const [first] = problems;
  if (first) throw new AppError('invalid', first[1], { fields: Object.fromEntries(problems) });
  return { firstName, lastName };
};

const timeZoneBody = z.object({ timeZone: z.string().nullable() });

/** Null stands for the browser's zone. @throws AppError `invalid` */
export const parseTimeZone: Input<z.input<typeof timeZoneBody>, string | null> = (body) => {
  const sent = timeZoneBody.safeParse(body);
  if (sent.data?.timeZone === null) return null;
  const timeZone = validTimeZone(sent.data?.timeZone);
  if (timeZone === null) throw new AppError('invalid', ACCOUNT_TEXTS.timeZoneUnknown);
  return timeZone;
};

import { z } from 'zod';

import { storable } from '~/lib/text/storable';

import { MAX_PASSKEY_NAME, PASSKEY_PURPOSES } from './passkey';
import { PASSKEY_TEXTS } from './texts';

/** Longer than any authenticator's. */
const MAX_ID = 1_400;
const MAX_SIGNED = 4_000;
const MAX_ATTESTATION = 10_000;
const MAX_TICKET = 1_000;

const encoded = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[\w-]+$/);
const ticket = z.string().max(MAX_TICKET);

const credential = {
  id: encoded(MAX_ID),
  rawId: encoded(MAX_ID),
  type: z.literal('public-key'),
  // Nothing that a browser says about itself matters here.
  clientExtensionResults: z.unknown().transform(() => ({})),
};

/** What the browser answers when it has made a passkey. */
const registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded(MAX_SIGNED),
    attestationObject: encoded(MAX_ATTESTATION),
    transports: z
      .array(z.string().regex(/^[a-z-]{1,20}$/))
      .max(10)
      .default([]),
  }),
});

/** What the browser answers when a passkey has signed a challenge. */
const assertion = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: encoded(MAX_SIGNED),
    authenticatorData: encoded(MAX_SIGNED),
    signature: encoded(MAX_SIGNED),
    userHandle: encoded(100).optional(),
  }),
});

export type Registration = z.output<typeof registration>;
/** The answer to a challenge, with the ticket that the challenge came with. */
export interface PasskeyAnswer {
  ticket: string;
  response: z.output<typeof assertion>;
}

export const newPasskey = z.object({ ticket, response: registration });

const purpose = z.enum(PASSKEY_PURPOSES);

export const wantedChallenge = z.object({ purpose });

export const passkeyUse = z.object({
  purpose,
  ticket,
  response: assertion,
  /** The browser's. */
  timeZone: z.string().max(100),
  /** Where to go then; null for the default. */
  redirectTo: z.string().max(2_048).nullable(),
});

export const passkeyName = z.object({
  name: z
    .string()
    // Before anything reads it: a name may be typed with spaces around it, but not with a megabyte of them.
    .max(4 * MAX_PASSKEY_NAME, PASSKEY_TEXTS.nameTooLong(MAX_PASSKEY_NAME))
    .transform((typed) => storable(typed).trim())
    .pipe(
      z
        .string()
        .min(1, PASSKEY_TEXTS.nameMissing)
        .max(MAX_PASSKEY_NAME, PASSKEY_TEXTS.nameTooLong(MAX_PASSKEY_NAME)),
    ),
});

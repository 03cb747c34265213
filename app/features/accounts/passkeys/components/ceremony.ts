// Loaded on use: the sign-in pages show themselves without it.
import {
  startAuthentication,
  startRegistration,
  WebAuthnAbortService,
} from '@simplewebauthn/browser';

import { client, refusalText, requestAsVisitor } from '~/http/client';
import { MINUTE_MS } from '~/lib/time';
import { browserTimeZone } from '~/lib/time-zones';

import { needsConfirm } from '../../sessions/needs-confirm';
import { PROVIDER_TEXTS } from '../../texts';
import { CHALLENGE_MS, type PasskeyPurpose } from '../passkey';
import type { PasskeysApi } from '../routes/passkeys';
import type { UsePasskeyApi } from '../routes/use-passkey';
import { PASSKEY_TEXTS } from '../texts';

const account = client<PasskeysApi>();
const visitor = client<UsePasskeyApi>(requestAsVisitor);

/** Before the challenge of an offer expires. */
const RENEW_MS = CHALLENGE_MS - MINUTE_MS;

/** So that a request without an answer doesn't hold up the next one for good. */
const ASK_MS = 30_000;

/** Has the browser make a passkey for the signed-in person, and adds it. */
export async function makePasskey(): Promise<{ id: string; name: string }> {
  const { options, ticket } = await account.post('/api/account/passkeys/challenge');
  const response = await startRegistration({ optionsJSON: options });
  return account.post('/api/account/passkeys', { body: { ticket, response } });
}

/** Has a passkey sign, and returns the path to go to then. */
export async function presentPasskey(
  purpose: PasskeyPurpose,
  redirectTo: string | null,
): Promise<string> {
  return send(purpose, redirectTo, await sign(await ask(purpose), false));
}

let lastAsk: Promise<unknown> = Promise.resolve();

/**
 * One request waits for the other: the first gives the browser the cookie that its challenges are tied to, and two at once
 * would give it two, of which only the later counts.
 */
function ask(purpose: PasskeyPurpose) {
  const asked = lastAsk.then(() =>
    visitor.post('/auth/passkey/challenge', {
      body: { purpose },
      signal: AbortSignal.timeout(ASK_MS),
    }),
  );
  lastAsk = asked.catch(() => undefined);
  return asked;
}

/** With `isOffer`, the browser waits until the person chooses a passkey in the list of the email field. */
async function sign({ options, ticket }: Awaited<ReturnType<typeof ask>>, isOffer: boolean) {
  const response = await startAuthentication({ optionsJSON: options, useBrowserAutofill: isOffer });
  return { ticket, response };
}

async function send(
  purpose: PasskeyPurpose,
  redirectTo: string | null,
  signed: Awaited<ReturnType<typeof sign>>,
): Promise<string> {
  const body = { purpose, ...signed, timeZone: browserTimeZone(), redirectTo };
  return (await visitor.post('/auth/passkey', { body })).to;
}

/**
 * Offers passkeys in the list of the email field. `leave` gets the path after a sign-in, `refuse` a text. Returns what ends
 * the offer.
 */
export function offerPasskeys(
  redirectTo: string | null,
  { leave, refuse }: { leave: (to: string) => void; refuse: (text: string) => void },
): () => void {
  let isOver = false;
  let renewal: number | undefined;

  async function offer(): Promise<void> {
    clearTimeout(renewal);
    renewal = window.setTimeout(renew, RENEW_MS);
    // No one asked for the offer: if the browser or the network has none to make, or the button takes its place, the
    // page is as before.
    const signed = await ask('sign-in')
      // The button may have been pressed meanwhile: the browser takes one request at a time.
      .then((asked) => (isOver ? null : sign(asked, true)))
      .catch(() => null);
    if (isOver || signed === null) return;
    try {
      leave(await send('sign-in', redirectTo, signed));
    } catch (error) {
      refuse(failureText(error));
      await offer();
    }
  }

  // A page that no one looks at asks for no challenges.
  function renew(): void {
    if (document.hidden) document.addEventListener('visibilitychange', renew, { once: true });
    else void offer();
  }

  void offer();
  return () => {
    isOver = true;
    clearTimeout(renewal);
    document.removeEventListener('visibilitychange', renew);
    WebAuthnAbortService.cancelCeremony();
  };
}

export interface PasskeyProblem {
  text: string;
  /** A recent login is needed. */
  confirm: boolean;
}

export function problemOf(error: unknown): PasskeyProblem {
  return { text: failureText(error), confirm: needsConfirm(error) };
}

/** What to tell the person when one of these failed. */
export function failureText(error: unknown): string {
  // fetch throws this if there was no response at all.
  if (error instanceof TypeError) return PROVIDER_TEXTS['network-request-failed'];
  switch (error instanceof Error ? error.name : '') {
    // Of `ask`.
    case 'TimeoutError':
      return PROVIDER_TEXTS['network-request-failed'];
    // The browser's answer to everything from "Cancel" to its time limit.
    case 'NotAllowedError':
    case 'AbortError':
      return PASSKEY_TEXTS.canceled;
    case 'InvalidStateError':
      return PASSKEY_TEXTS.known;
    default:
      return refusalText(error, PASSKEY_TEXTS.failed);
  }
}

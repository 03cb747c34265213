import { createRequire } from 'node:module';

import type {
  VerifyAuthenticationResponseOpts,
  VerifyRegistrationResponseOpts,
} from '@simplewebauthn/server';

import { AskedThread } from '~/lib/concurrency/asked-thread.server';
import { singleton } from '~/lib/singleton.server';
import { MINUTE_MS } from '~/lib/time';

import workerText from './passkey-worker.cjs?raw';

/** What an authenticator says of itself when it makes a passkey, and whenever that signs. */
interface Checked {
  counter: number;
  /** It may be kept elsewhere, too, and is by now. */
  backupEligible: boolean;
  backedUp: boolean;
}

export interface CheckedNew extends Checked {
  id: string;
  publicKey: Uint8Array<ArrayBuffer>;
}

/** Loading takes a third of a second on a machine that does nothing else. */
const PATIENCE_MS = 15_000;
const IDLE_MS = 5 * MINUTE_MS;

function thread(): AskedThread {
  return singleton('passkey-thread', () => {
    const { resolve } = createRequire(import.meta.url);
    return new AskedThread({
      name: 'passkeys',
      text: workerText,
      data: {
        server: resolve('@simplewebauthn/server'),
        helpers: resolve('@simplewebauthn/server/helpers'),
      },
      heapMb: 128,
      patienceMs: PATIENCE_MS,
      idleMs: IDLE_MS,
    });
  });
}

/** @throws ThreadUnavailable, or Error with what is wrong with it */
export function checkNew(options: VerifyRegistrationResponseOpts): Promise<CheckedNew> {
  return thread().ask({ kind: 'made', options });
}

/** @throws ThreadUnavailable, or Error with what is wrong with it */
export function checkSigned(options: VerifyAuthenticationResponseOpts): Promise<Checked> {
  return thread().ask({ kind: 'signed', options });
}

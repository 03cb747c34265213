// The OpenID Connect issuers of OPENID_ISSUERS, by openid-client. Everything that an issuer sends is bounded.
import type { Configuration } from 'openid-client';

import { singleton } from '~/lib/singleton.server';
import { HOUR_MS } from '~/lib/time';
import type { IssuerSetting } from '~/settings/json-settings';

import { boundedAnswer } from '../providers/bounded-answer';
import { readClaims } from './claims';
import {
  type AuthorizationChecks,
  type IssuedIdentity,
  IssuerError,
  type IssuerFailure,
} from './issuer';

export {
  type AuthorizationChecks,
  type IssuedIdentity,
  IssuerError,
  type IssuerFailure,
} from './issuer';

/** Someone waits for each request. */
const TIMEOUT_S = 8;
/** Far longer than discovery documents, keys, and tokens are. */
const MAX_BYTES = 512 * 1024;

interface Known {
  configuration: Promise<Configuration>;
  until: number;
}

const known = singleton('issuers', () => new Map<string, Known>());

// Loaded on first use: most installations have no issuer.
const library = () => import('openid-client');

/** What the issuer's discovery document says, asked for at most once an hour; its keys are kept with it. */
function configurationOf(setting: IssuerSetting): Promise<Configuration> {
  const key = JSON.stringify(setting);
  const found = known.get(key);
  if (found && found.until > Date.now()) return found.configuration;
  const configuration = discover(setting);
  known.set(key, { configuration, until: Date.now() + HOUR_MS });
  // The next person asks again.
  configuration.catch(() => known.delete(key));
  return configuration;
}

async function discover({ issuer, clientId, clientSecret }: IssuerSetting): Promise<Configuration> {
  const openid = await library();
  const address = new URL(issuer);
  return openid.discovery(address, clientId, clientSecret, undefined, {
    timeout: TIMEOUT_S,
    execute: [
      // Without this, the signature of an ID token is trusted because it came over TLS.
      openid.enableNonRepudiationChecks,
      // The settings allow it on localhost only.
      ...(address.protocol === 'http:' ? [openid.allowInsecureRequests] : []),
    ],
    [openid.customFetch]: async (url, options) =>
      boundedAnswer(await fetch(url, options as RequestInit), MAX_BYTES),
  });
}

/** Runs `work`, and names what failed. @throws IssuerError */
async function asking<T>(work: () => Promise<T>): Promise<T> {
  const { AuthorizationResponseError, ClientError, ResponseBodyError } = await library();
  try {
    return await work();
  } catch (error) {
    if (error instanceof AuthorizationResponseError) {
      throw new IssuerError(REFUSALS[error.error] ?? 'invalid', clip(error.error));
    }
    // Such as `invalid_client`: the operator's secret is wrong.
    if (error instanceof ResponseBodyError) throw new IssuerError('invalid', clip(error.error));
    if (error instanceof ClientError) {
      const failure = UNANSWERED.has(error.code ?? '') ? 'unreachable' : 'invalid';
      throw new IssuerError(failure, clip(error.message));
    }
    if (!(error instanceof TypeError)) throw error;
    const { cause } = error;
    const code = cause instanceof Error && 'code' in cause ? String(cause.code) : error.message;
    throw new IssuerError('unreachable', clip(code));
  }
}

function clip(text: string): string {
  return text.slice(0, 200);
}

/** OAuth 2.0 (RFC 6749), section 4.1.2.1. */
const REFUSALS: Record<string, IssuerFailure> = {
  access_denied: 'canceled',
  server_error: 'unreachable',
  temporarily_unavailable: 'unreachable',
};

/** Codes of openid-client that mean that nothing usable came back; it has none for a body that breaks off. */
const UNANSWERED = new Set([
  '',
  'OAUTH_ABORT',
  'OAUTH_PARSE_ERROR',
  'OAUTH_RESPONSE_IS_NOT_CONFORM',
  'OAUTH_RESPONSE_IS_NOT_JSON',
  'OAUTH_TIMEOUT',
]);

export interface AuthorizationRequest extends AuthorizationChecks {
  /** Where the browser goes next. */
  url: string;
}

/**
 * Begins the code flow with PKCE (RFC 7636), state, and nonce.
 * @param isFresh the person must sign in at the issuer again, even if they are signed in there
 * @throws IssuerError `unreachable`
 */
export function beginAuthorization(
  setting: IssuerSetting,
  { returnTo, isFresh }: { returnTo: string; isFresh: boolean },
): Promise<AuthorizationRequest> {
  return asking(async () => {
    const openid = await library();
    const configuration = await configurationOf(setting);
    const checks = {
      state: openid.randomState(),
      nonce: openid.randomNonce(),
      verifier: openid.randomPKCECodeVerifier(),
    };
    const url = openid.buildAuthorizationUrl(configuration, {
      redirect_uri: returnTo,
      scope: setting.scope,
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await openid.calculatePKCECodeChallenge(checks.verifier),
      code_challenge_method: 'S256',
      // In effect the prompt `login`, but issuers that don't know it ignore it. Some take 0 for no limit.
      ...(isFresh && { max_age: '1' }),
    });
    return { ...checks, url: url.href };
  });
}

/**
 * Exchanges the code in the address that the issuer led back to, and validates the ID token.
 * @throws IssuerError
 */
export function finishAuthorization(
  setting: IssuerSetting,
  answer: URL,
  { state, nonce, verifier }: AuthorizationChecks,
): Promise<IssuedIdentity> {
  return asking(async () => {
    const openid = await library();
    const configuration = await configurationOf(setting);
    const tokens = await openid.authorizationCodeGrant(configuration, answer, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new IssuerError('invalid', 'no ID token');
    const isComplete =
      claims.email !== undefined && (!setting.admin || readClaims(claims, setting)?.isAdmin);
    const asks = !isComplete && configuration.serverMetadata().userinfo_endpoint !== undefined;
    // Some issuers put no more than the subject into the ID token.
    const more = asks
      ? await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub)
      : {};
    const identity = readClaims({ ...more, ...claims }, setting);
    if (!identity) throw new IssuerError('invalid', 'no usable subject');
    return identity;
  });
}

/** Where people sign out at the issuer itself; null where it doesn't offer that. @throws IssuerError `unreachable` */
export function signOutAddress(setting: IssuerSetting, returnTo: string): Promise<string | null> {
  return asking(async () => {
    const openid = await library();
    const configuration = await configurationOf(setting);
    if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
    return openid.buildEndSessionUrl(configuration, { post_logout_redirect_uri: returnTo }).href;
  });
}

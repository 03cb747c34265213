import * as oidc from 'openid-client';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';

import { ANNA, type IssuerOptions, startIssuer } from '../../fakes/issuer.ts';

const CALLBACK = 'http://localhost:3999/auth/callback';
const AFTER_LOGOUT = 'http://localhost:3999/auth/login';
const BEN = { sub: 'ben-2', email: 'ben@example.com', emailVerified: false };

const printed = (['info', 'warn', 'error'] as const).map((level) => vi.spyOn(console, level));
const start = async (options: IssuerOptions = {}) => {
  const issuer = await startIssuer({ people: [ANNA, BEN], ...options });
  // As in most tests, the app's address is known only after the start.
  issuer.redirectUris = [CALLBACK];
  issuer.postLogoutRedirectUris = [AFTER_LOGOUT];
  return issuer;
};
const issuer = await start();

beforeEach(() => issuer.reset());
afterAll(async () => {
  await issuer.close();
  const calls = printed.flatMap(({ mock }) => mock.calls);
  vi.restoreAllMocks();
  expect(calls, 'the console').toEqual([]);
});

async function discover({ url, clientId, clientSecret } = issuer) {
  const config = await oidc.discovery(new URL(url), clientId, clientSecret, undefined, {
    execute: [oidc.allowInsecureRequests],
  });
  oidc.enableNonRepudiationChecks(config);
  return config;
}

/** What an app needs to sign someone in: the address to go to, and how to redeem the code that comes back. */
async function request(config: oidc.Configuration, parameters: Record<string, string> = {}) {
  const checks = {
    pkceCodeVerifier: oidc.randomPKCECodeVerifier(),
    expectedNonce: oidc.randomNonce(),
    expectedState: oidc.randomState(),
  };
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: CALLBACK,
    scope: 'openid email profile',
    code_challenge: await oidc.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: 'S256',
    nonce: checks.expectedNonce,
    state: checks.expectedState,
    ...parameters,
  });
  const maxAge = parameters.max_age === undefined ? undefined : Number(parameters.max_age);
  const redeem = (callback: string) =>
    oidc.authorizationCodeGrant(config, new URL(callback), { ...checks, maxAge });
  return { url, redeem };
}

async function signIn(as = ANNA.sub, parameters: Record<string, string> = {}, at = issuer) {
  const { url, redeem } = await request(await discover(at), parameters);
  return redeem(await at.authorize(url, { as }));
}

describe('the fake issuer', () => {
  test('signs in the chosen person, with claims in the ID token', async () => {
    expect((await signIn()).claims()).toMatchObject({
      iss: issuer.url,
      aud: issuer.clientId,
      sub: ANNA.sub,
      email: 'anna@example.com',
      email_verified: true,
      name: 'Anna Example',
      given_name: 'Anna',
      family_name: 'Example',
      groups: ['staff'],
    });
    const claims = (await signIn(BEN.sub)).claims();
    expect(claims).toMatchObject({ email: 'ben@example.com', email_verified: false });
    expect(claims).not.toHaveProperty('name');
    expect(issuer.asked.filter((call) => call === 'POST /token')).toHaveLength(2);
  });

  test('tells when the person signed in, if asked for a recent sign-in', async () => {
    const claims = (await signIn(ANNA.sub, { max_age: '60' })).claims();
    expect(claims?.auth_time).toBeGreaterThan(Date.now() / 1_000 - 60);
    issuer.fault = { idToken: 'old-sign-in' };
    await expect(signIn(ANNA.sub, { max_age: '60' })).rejects.toThrow();
  });

  test('accepts the client’s secret in the header, too', async () => {
    const { url, clientId, clientSecret } = issuer;
    const config = await oidc.discovery(
      new URL(url),
      clientId,
      undefined,
      oidc.ClientSecretBasic(clientSecret),
      { execute: [oidc.allowInsecureRequests] },
    );
    const { url: authorizationUrl, redeem } = await request(config);
    const tokens = await redeem(await issuer.authorize(authorizationUrl));
    expect(tokens.claims()?.sub).toBe(ANNA.sub);
  });

  test('returns an error when the person cancels', async () => {
    const { url, redeem } = await request(await discover());
    const callback = await issuer.authorize(url, { cancel: true });
    expect(new URL(callback).searchParams.get('error')).toBe('access_denied');
    await expect(redeem(callback)).rejects.toThrow(oidc.AuthorizationResponseError);
  });

  test('refuses an unknown address, an unknown person, and a request without PKCE', async () => {
    const config = await discover();
    const unknown = await request(config, { redirect_uri: 'http://localhost:3999/other' });
    await expect(issuer.authorize(unknown.url)).rejects.toThrow('redirect_uri');
    const { url } = await request(config);
    await expect(issuer.authorize(url, { as: 'nobody' })).rejects.toThrow('doesn’t know “nobody”');
    url.searchParams.delete('code_challenge');
    url.searchParams.delete('code_challenge_method');
    expect(await issuer.authorize(url)).toContain('error=invalid_request');
  });

  test('signs out, and redirects to the registered address', async () => {
    const config = await discover();
    const { id_token: hint = '' } = await signIn();
    const url = oidc.buildEndSessionUrl(config, {
      id_token_hint: hint,
      post_logout_redirect_uri: AFTER_LOGOUT,
      state: 'the state',
    });
    expect(await issuer.confirmLogout(url)).toBe(`${AFTER_LOGOUT}?state=the+state`);
    url.searchParams.set('post_logout_redirect_uri', CALLBACK);
    await expect(issuer.confirmLogout(url)).rejects.toThrow('not registered');
  });

  test('can keep claims to userinfo, and have no logout', async () => {
    const sparse = await start({ claimsIn: 'userinfo', hasLogout: false });
    const config = await discover(sparse);
    expect(config.serverMetadata().end_session_endpoint).toBeUndefined();
    const tokens = await signIn(ANNA.sub, {}, sparse);
    expect(tokens.claims()).not.toHaveProperty('email');
    const info = () => oidc.fetchUserInfo(config, tokens.access_token, ANNA.sub);
    expect(await info()).toMatchObject({ email: 'anna@example.com', groups: ['staff'] });
    sparse.fault = { userinfo: 'other-subject' };
    await expect(info()).rejects.toThrow();
    await sparse.close();
  });
});

describe('a client refuses', () => {
  test.each([
    'nonce',
    'audience',
    'issuer',
    'expired',
    'no-subject',
    'unsigned',
    'unknown-key',
    'forged',
  ] as const)('an ID token with the fault %s', async (idToken) => {
    issuer.fault = { idToken };
    await expect(signIn()).rejects.toThrow(oidc.ClientError);
  });

  test('an endpoint that fails', async () => {
    for (const at of ['discovery', 'jwks', 'token'] as const) {
      issuer.fault = { at, does: 'status' };
      await expect(signIn(), at).rejects.toThrow();
    }
  });
});

describe('an endpoint with a fault', () => {
  const ask = (path: string) => fetch(`${issuer.url}${path}`, { redirect: 'manual' });

  test('sends its right answer with 8 MB of padding', async () => {
    issuer.fault = { at: 'jwks', does: 'large' };
    const text = await (await ask('/jwks')).text();
    expect(text.length).toBeGreaterThan(8_000_000);
    expect(JSON.parse(text)).toHaveProperty('keys');
  });

  test('sends an answer without end', async () => {
    issuer.fault = { at: 'discovery', does: 'endless' };
    const reader = (await ask('/.well-known/openid-configuration')).body!.getReader();
    let bytes = 0;
    while (bytes < 2_000_000) bytes += (await reader.read()).value!.length;
    await reader.cancel();
  });

  test('never answers, while the others do', async () => {
    issuer.fault = { at: 'token', does: 'hang' };
    const { url, redeem } = await request(await discover());
    const answered = vi.fn();
    void redeem(await issuer.authorize(url)).then(answered, answered);
    await vi.waitFor(() => expect(issuer.asked).toContain('POST /token'));
    expect((await ask('/jwks')).status).toBe(200);
    expect(answered).not.toHaveBeenCalled();
  });

  test('redirects to itself', async () => {
    issuer.fault = { at: 'userinfo', does: 'elsewhere' };
    const response = await ask('/me');
    expect([response.status, response.headers.get('location')]).toEqual([302, '/me']);
  });
});

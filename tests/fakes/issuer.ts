import { generateKeyPairSync, type KeyObject, randomBytes, randomUUID, sign } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';

import Provider, {
  type Adapter,
  type AdapterPayload,
  type Configuration,
  interactionPolicy,
} from 'oidc-provider';

/** The name on the issuer's pages. */
const ISSUER_NAME = 'Example ID';

const CLIENT_ID = 'brandwright';

/** Its signs must be encoded in the header of `client_secret_basic`. */
const CLIENT_SECRET = 'fake-issuer/secret+1:2==';

/** The size of an answer with the fault `large`. */
const LARGE = 8_000_000;

const KEY_ID = 'issuer-key';
const HOUR = 3_600;

/** Someone who can sign in at the issuer. What is missing here is missing in the claims. */
export interface IssuerPerson {
  sub: string;
  email?: string;
  /** Some issuers send a text. */
  emailVerified?: boolean | string;
  firstName?: string;
  lastName?: string;
  groups?: string[];
}

export const ANNA: IssuerPerson = {
  sub: 'anna-1',
  email: 'anna@example.com',
  emailVerified: true,
  firstName: 'Anna',
  lastName: 'Example',
  groups: ['staff'],
};

const ENDPOINTS = {
  '/.well-known/openid-configuration': 'discovery',
  '/jwks': 'jwks',
  '/token': 'token',
  '/me': 'userinfo',
} as const;

export type IssuerEndpoint = (typeof ENDPOINTS)[keyof typeof ENDPOINTS];

/** What is wrong with an ID token. */
export type IdTokenFault =
  | 'nonce'
  | 'audience'
  | 'issuer'
  | 'expired'
  | 'no-subject'
  /** Has no signature, and says so: `alg` is `none`. */
  | 'unsigned'
  /** Signed with a key that the issuer doesn't publish. */
  | 'unknown-key'
  /** Signed with another key than the one it names. */
  | 'forged'
  /** Says that the person signed in two hours ago, whatever `max_age` asked for. */
  | 'old-sign-in';

export type IssuerFault =
  /**
   * Status 500, no answer, a redirect to itself, an answer that never ends, or the right answer with 8 MB of padding.
   * Only the last uses up the authorization code.
   */
  | { at: IssuerEndpoint; does: 'status' | 'hang' | 'elsewhere' | 'endless' | 'large' }
  | { idToken: IdTokenFault }
  /** Userinfo is about someone else. */
  | { userinfo: 'other-subject' };

export interface IssuerOptions {
  people?: IssuerPerson[];
  redirectUris?: string[];
  postLogoutRedirectUris?: string[];
  /** Where the claims about a person are besides userinfo: also in the ID token (the default), or nowhere. */
  claimsIn?: 'id-token' | 'userinfo';
  /** False removes its logout (`end_session_endpoint`). */
  hasLogout?: boolean;
}

export interface FakeIssuer {
  /** The issuer's identifier. */
  url: string;
  clientId: string;
  clientSecret: string;
  /** The addresses that the client has registered. The app's port is often known only after the start. */
  redirectUris: string[];
  postLogoutRedirectUris: string[];
  /** Who can sign in. Changes apply from the next request on. */
  people: IssuerPerson[];
  /** The first of them. */
  person: IssuerPerson;
  /** The calls it received, such as `POST /token`. */
  asked: string[];
  fault: IssuerFault | null;
  /**
   * Signs in without a browser, as the first person unless `as` names the subject of another, or cancels. Returns the
   * address of the app to which the issuer then redirects. Each call is a browser of its own.
   */
  authorize(
    authorizationUrl: string | URL,
    answer?: { as?: string; cancel?: boolean },
  ): Promise<string>;
  /** Confirms the issuer's logout page without a browser. Returns the address to which the issuer then redirects. */
  confirmLogout(endSessionUrl: string | URL): Promise<string>;
  /** Forgets sessions, codes, calls, and the fault. */
  reset(): void;
  close(): Promise<void>;
}

/**
 * An OpenID Connect issuer: authorization code flow with PKCE, ID tokens with RS256, `client_secret_basic` or
 * `client_secret_post`, and the scopes `openid`, `email`, and `profile` (which includes `groups`). It asks who signs in, and
 * never for consent.
 */
export async function startIssuer(options: IssuerOptions = {}): Promise<FakeIssuer> {
  const server = http.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}`;
  const stored = new Map<string, AdapterPayload>();
  const { privateKey } = newKey();

  const fake: FakeIssuer = {
    url,
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    redirectUris: options.redirectUris ?? [],
    postLogoutRedirectUris: options.postLogoutRedirectUris ?? [],
    people: options.people ?? [ANNA],
    get person() {
      const [first] = fake.people;
      if (!first) throw new Error('The fake issuer has no people');
      return first;
    },
    set person(person) {
      fake.people = [person, ...fake.people.slice(1)];
    },
    asked: [],
    fault: null,
    authorize: (authorizationUrl, { as = fake.person.sub, cancel = false } = {}) =>
      browse(url, authorizationUrl, ({ pathname }) => {
        if (!pathname.startsWith('/interaction/')) return null;
        const fields: Record<string, string> = cancel ? { cancel: 'yes' } : { sub: as };
        return { to: pathname, fields };
      }),
    confirmLogout: (endSessionUrl) =>
      browse(url, endSessionUrl, ({ pathname }, page) => {
        const xsrf = /name="xsrf" value="([^"]+)"/.exec(page)?.[1];
        if (pathname !== '/session/end' || xsrf === undefined) return null;
        return { to: '/session/end/confirm', fields: { xsrf, logout: 'yes' } };
      }),
    reset() {
      stored.clear();
      fake.asked = [];
      fake.fault = null;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };

  const provider = new Provider(url, configure(fake, { ...options, stored, privateKey }));
  answerFaults(provider, fake, privateKey);
  showPeople(provider, fake);
  // A fault of the fake must be visible in the test that uses it.
  provider.on('server_error', (_, error) => console.error('fake issuer:', error));
  const events: EventEmitter = provider;
  events.on('error', (error: NodeJS.ErrnoException) => {
    const clientLeft = ['ERR_STREAM_PREMATURE_CLOSE', 'ECONNRESET', 'EPIPE'];
    if (!clientLeft.includes(error.code ?? '')) console.error('fake issuer:', error);
  });
  const answer = provider.callback();
  server.on('request', (request, response) => void answer(request, response));
  return fake;
}

const newKey = () => generateKeyPairSync('rsa', { modulusLength: 2_048 });

/** Everything that the provider would otherwise replace with a default of its own, and warn about. */
function configure(
  fake: FakeIssuer,
  {
    stored,
    privateKey,
    claimsIn = 'id-token',
    hasLogout = true,
  }: IssuerOptions & { stored: Map<string, AdapterPayload>; privateKey: KeyObject },
): Configuration {
  const policy = interactionPolicy.base();
  policy.remove('consent');
  const wasRemoved = new interactionPolicy.Check(
    'person_removed',
    'The person of this session was removed',
    ({ oidc }) => oidc.session?.accountId !== undefined && !oidc.account,
  );
  policy.get('login')?.checks.add(wasRemoved);
  return {
    adapter: (model) => storeOf(model, stored, fake),
    jwks: {
      keys: [{ ...privateKey.export({ format: 'jwk' }), kid: KEY_ID, use: 'sig', alg: 'RS256' }],
    },
    cookies: {
      keys: [randomBytes(32).toString('hex')],
      // Browsers send cookies of localhost to every port, so the app gets these, too.
      names: {
        session: 'issuer_session',
        interaction: 'issuer_interaction',
        resume: 'issuer_resume',
      },
    },
    responseTypes: ['code'],
    clientAuthMethods: ['client_secret_basic', 'client_secret_post'],
    clientBasedCORS: () => false,
    scopes: ['openid'],
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'groups'],
    },
    conformIdTokenClaims: claimsIn === 'userinfo',
    pkce: { required: () => true },
    enabledJWA: { idTokenSigningAlgValues: ['RS256'], userinfoSigningAlgValues: ['RS256'] },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: {
        enabled: hasLogout,
        logoutSource(ctx, form) {
          ctx.body = pageOf(
            `Sign out of ${ISSUER_NAME}?`,
            `${form}
            <button form="op.logoutForm" name="logout" value="yes">Sign out</button>
            <button form="op.logoutForm">Stay signed in</button>`,
          );
        },
        postLogoutSuccessSource(ctx) {
          ctx.body = pageOf(`You’re signed out of ${ISSUER_NAME}`);
        },
      },
    },
    interactions: { policy, url: (_, { uid }) => `/interaction/${uid}` },
    findAccount(_, sub) {
      const person = fake.people.find((one) => one.sub === sub);
      return person && { accountId: sub, claims: () => claimsOf(person) };
    },
    async loadExistingGrant({ oidc }) {
      const accountId = oidc.session?.accountId;
      const grant = new oidc.provider.Grant({ accountId, clientId: oidc.client?.clientId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    renderError(ctx, { error, error_description: description = '' }) {
      ctx.type = 'html';
      ctx.body = pageOf(
        `${ISSUER_NAME} can’t continue`,
        `<p>${escape(error, ': ', description)}</p>`,
      );
    },
    ttl: {
      AccessToken: HOUR,
      AuthorizationCode: 60,
      Grant: HOUR,
      IdToken: HOUR,
      Interaction: HOUR,
      Session: HOUR,
    },
  };
}

function claimsOf({ sub, email, emailVerified, firstName, lastName, groups }: IssuerPerson) {
  const name = [firstName, lastName].filter(Boolean).join(' ') || undefined;
  return {
    sub,
    email,
    email_verified: emailVerified,
    name,
    given_name: firstName,
    family_name: lastName,
    groups,
  };
}

/** Keeps what the provider stores, except the client, which can change at any time. */
function storeOf(model: string, stored: Map<string, AdapterPayload>, fake: FakeIssuer): Adapter {
  const keyOf = (id: string) => `${model}:${id}`;
  const own = () => [...stored].filter(([key]) => key.startsWith(keyOf('')));
  return {
    async find(id) {
      if (model !== 'Client') return stored.get(keyOf(id));
      if (id !== CLIENT_ID) return undefined;
      return {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: fake.redirectUris,
        post_logout_redirect_uris: fake.postLogoutRedirectUris,
        response_types: ['code'],
        grant_types: ['authorization_code'],
      };
    },
    findByUid: async (uid) => own().find(([, payload]) => payload.uid === uid)?.[1],
    findByUserCode: async () => undefined,
    async upsert(id, payload) {
      stored.set(keyOf(id), payload);
    },
    async consume(id) {
      const payload = stored.get(keyOf(id));
      if (payload) payload.consumed = now();
    },
    async destroy(id) {
      stored.delete(keyOf(id));
    },
    async revokeByGrantId(grantId) {
      for (const [key, payload] of own()) if (payload.grantId === grantId) stored.delete(key);
    },
  };
}

const now = () => Math.floor(Date.now() / 1_000);

/** Counts calls, and answers them as the current fault has it. */
function answerFaults(provider: Provider, fake: FakeIssuer, issuerKey: KeyObject): void {
  provider.use(async (ctx, next) => {
    fake.asked.push(`${ctx.method} ${ctx.path}`);
    const { fault } = fake;
    const endpoint = ENDPOINTS[ctx.path as keyof typeof ENDPOINTS] as IssuerEndpoint | undefined;
    const does = fault && 'at' in fault && fault.at === endpoint ? fault.does : null;
    if (does === 'hang') {
      ctx.respond = false;
      return;
    }
    if (does === 'status') {
      ctx.status = 500;
      ctx.body = 'Something broke';
      return;
    }
    if (does === 'elsewhere') return ctx.redirect(ctx.path);
    if (does === 'endless') {
      ctx.type = 'json';
      ctx.body = Readable.from(endless());
      return;
    }
    await next();
    if (ctx.status !== 200 || !fault) return;
    const body = ctx.body as Record<string, unknown>;
    if (does === 'large') ctx.body = { ...body, padding: '0'.repeat(LARGE) };
    if ('idToken' in fault && endpoint === 'token') {
      ctx.body = { ...body, id_token: spoil(body.id_token as string, fault.idToken, issuerKey) };
    }
    if ('userinfo' in fault && endpoint === 'userinfo') ctx.body = { ...body, sub: 'someone-else' };
  });
}

function* endless() {
  yield '{"padding":"';
  for (;;) yield '0'.repeat(65_536);
}

/** The same ID token with a fault. All but those without a right signature are signed with the issuer's key. */
function spoil(idToken: string, fault: IdTokenFault, issuerKey: KeyObject): string {
  const text = Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString();
  const payload = JSON.parse(text) as Record<string, unknown>;
  const header = { alg: 'RS256', typ: 'JWT', kid: KEY_ID };
  const signed = (changes: Record<string, unknown>) =>
    tokenOf(header, { ...payload, ...changes }, issuerKey);
  switch (fault) {
    case 'nonce':
      return signed({ nonce: randomUUID() });
    case 'audience':
      return signed({ aud: 'another-client' });
    case 'issuer':
      return signed({ iss: 'https://issuer.example.com' });
    case 'expired':
      return signed({ iat: now() - 2 * HOUR, exp: now() - HOUR });
    case 'no-subject':
      return signed({ sub: undefined });
    case 'unsigned':
      return tokenOf({ alg: 'none', typ: 'JWT' }, payload, null);
    case 'unknown-key':
      return tokenOf({ ...header, kid: 'unknown-key' }, payload, newKey().privateKey);
    case 'forged':
      return tokenOf(header, payload, newKey().privateKey);
    case 'old-sign-in':
      return signed({ auth_time: now() - 2 * HOUR });
  }
}

/** A JSON Web Token, signed with RS256 if there is a key. */
function tokenOf(header: object, payload: object, key: KeyObject | null): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const signed = `${encode(header)}.${encode(payload)}`;
  const signature = key ? sign('sha256', Buffer.from(signed), key).toString('base64url') : '';
  return `${signed}.${signature}`;
}

/** The page on which people choose who they are. */
function showPeople(provider: Provider, fake: FakeIssuer): void {
  provider.use(async (ctx, next) => {
    if (!ctx.path.startsWith('/interaction/')) return next();
    ctx.set('Cache-Control', 'no-store');
    if (ctx.method !== 'POST') {
      const buttons = fake.people.map(
        ({ sub, email = sub }) =>
          `<p><button name="sub" value="${escape(sub)}">Continue as ${escape(email)}</button></p>`,
      );
      ctx.body = pageOf(
        `Sign in at ${ISSUER_NAME}`,
        `<form method="post">${buttons.join('')}<p><button name="cancel" value="yes">Cancel</button></p></form>`,
      );
      return;
    }
    const form = new URLSearchParams(await read(ctx.req));
    const accountId = form.get('sub') ?? '';
    if (!form.has('cancel') && !fake.people.some(({ sub }) => sub === accountId)) {
      ctx.status = 400;
      ctx.body = pageOf(`${ISSUER_NAME} doesn’t know “${escape(accountId)}”`);
      return;
    }
    const result = form.has('cancel')
      ? { error: 'access_denied', error_description: 'The person canceled' }
      : { login: { accountId } };
    ctx.redirect(await provider.interactionResult(ctx.req, ctx.res, result));
    ctx.status = 303;
  });
}

const pageOf = (heading: string, content = '') => `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8"><link rel="icon" href="data:,"><title>${heading}</title></head>
  <body><main><h1>${heading}</h1>${content}</main></body>
</html>`;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escape = (...texts: string[]) =>
  texts.join('').replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

async function read(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/**
 * Follows redirects with cookies, and sends each page's form with what `answer` says, until a redirect leaves the issuer.
 * Returns where to.
 */
async function browse(
  issuer: string,
  from: string | URL,
  answer: (at: URL, page: string) => { to: string; fields: Record<string, string> } | null,
): Promise<string> {
  const cookies = new Map<string, string>();
  let at = new URL(from);
  let request: RequestInit = {};
  for (let step = 0; step < 10; step += 1) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(at, { ...request, headers: { cookie }, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const page = await response.text();
    const location = response.headers.get('location');
    if (location !== null) {
      at = new URL(location, at);
      if (at.origin !== issuer) return at.href;
      request = {};
      continue;
    }
    const form = response.ok ? answer(at, page) : null;
    if (!form)
      throw new Error(`The fake issuer answered ${response.status} to ${at.href}: ${page}`);
    at = new URL(form.to, at);
    request = { method: 'POST', body: new URLSearchParams(form.fields) };
  }
  throw new Error(`The fake issuer redirects without end at ${at.href}`);
}

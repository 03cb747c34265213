import type { Readable } from 'node:stream';

import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs } from '@remix-run/node';

import { appUrl } from '~/settings/env.server';
import { AppError } from '~/lib/errors';
import { userScope, type UserScope } from '~/lib/scope';
import { isSecureRequest, type Session, type SessionUser } from './session';

import { buildHeader, refuseOtherBuild } from './build-id.server';
import { EventStream, webSink } from './event-stream.server';
import { describeFailure, retryHeader } from './failure.server';
import { passGate, type Credentials } from './gate.server';
import type { Input } from './input.server';
import { limitAddress, limitUse, type AddressLimit, type UseLimit } from './rate-limit.server';
import { bodyOf, MAX_JSON_BODY, readJsonBody } from './read-body.server';

// Every address that is not a page is declared here: who may call it, how often, what it takes, and what it does. The
// browser's client (client.ts) takes its types from the same declaration.

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * `identified` also lets in people who haven't verified their email yet, `enrolling` those who have to set up a second
 * factor first.
 */
export type Access = 'anyone' | 'identified' | 'enrolling' | 'user' | 'admin';

/** The names of the `:parts` of an address. */
export type ParamOf<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer More}`
    ? Name | ParamOf<`/${More}`>
    : Rest
  : never;

interface Options<A extends Access, In, Out> {
  access: A;
  /** Counted before anything is read: per user and per address, or for anyone by the address alone. */
  limit?: A extends 'anyone' ? AddressLimit : UseLimit;
  body?: Input<In, Out>;
  /** The maximum bytes of a JSON body; defaults to `MAX_JSON_BODY`. */
  maxBody?: number;
  /**
   * Serves it on Node as well, before Remix (decision 0003): `stream` for uploads and streams, `compressed` for JSON
   * that is requested with every keystroke.
   */
  node?: 'stream' | 'compressed';
  /** Answers a failure in its own way, including one of the guard; null gives the usual answer. */
  failure?: (error: unknown, headers: Incoming['headers']) => Response | null;
  /** Leaves what its handler throws to Remix, whose own forms show it in the page's error boundary. */
  form?: true;
}

interface Signed {
  scope: UserScope;
  user: SessionUser;
  session: Session;
}

/** What a handler gets. */
export type Call<Path extends string, A extends Access, Body> = (A extends 'anyone'
  ? unknown
  : Signed) & {
  params: { readonly [Name in ParamOf<Path>]: string };
  search: URLSearchParams;
  headers: { get(name: string): string | null };
  /** The client's network address, if known. */
  address: string | undefined;
  /** Aborted when the client disconnects before it has everything. */
  signal: AbortSignal;
  body: Body;
  /** The raw body, for anything but JSON. */
  bytes(): Readable;
  /** Adds these Set-Cookie headers to the response. */
  keepCookies(cookies: readonly string[]): void;
  /**
   * Remix's own arguments, for helpers that need them, such as those of forms. An endpoint that Node serves can't use
   * them.
   */
  remix(): { request: Request; context: AppLoadContext };
};

/** JSON with a status other than 200. */
export class Reply<Body> {
  readonly status: number;
  readonly body: Body;

  constructor(status: number, body: Body) {
    this.status = status;
    this.body = body;
  }
}

export interface Endpoint<
  M extends Method = Method,
  Path extends string = string,
  In = unknown,
  Result = unknown,
> {
  readonly method: M;
  readonly path: Path;
  readonly options: Options<Access, In, unknown>;
  /** Calls the handler for an admitted request. Not to be called from outside app/http. */
  readonly handle: (call: Call<Path, 'user', never>) => Promise<Result>;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- `In` is contravariant: no other type takes every endpoint
export type AnyEndpoint = Endpoint<Method, string, any>;

function declare<M extends Method>(method: M) {
  return <Path extends string, A extends Access, Result, In = undefined, Out = undefined>(
    path: Path,
    options: Options<A, In, Out>,
    handle: (call: Call<Path, A, Out>) => Result,
  ) =>
    ({ method, path, options, handle: async (call: never) => handle(call) }) as unknown as Endpoint<
      M,
      Path,
      In,
      Awaited<Result>
    >;
}

export const get = declare('GET');
export const post = declare('POST');
export const put = declare('PUT');
export const patch = declare('PATCH');
export const del = declare('DELETE');

type RemixArgs = LoaderFunctionArgs | ActionFunctionArgs;

export interface RouteHandler {
  (args: RemixArgs): Promise<Response>;
  /** The server answers 405 by these and mounts those that Node serves. */
  readonly endpoints: readonly AnyEndpoint[];
}

export interface Resource<E extends AnyEndpoint> {
  readonly loader: RouteHandler;
  readonly action: RouteHandler;
  /** For its type only. */
  readonly declared?: E;
}

/**
 * The endpoints of one route module, which exports `loader` and `action` of the result. Several addresses of one noun
 * share a module: app/routes.ts mounts it at each.
 */
export function resource<const E extends readonly AnyEndpoint[]>(
  ...endpoints: E
): Resource<E[number]> {
  const handler = Object.assign((args: RemixArgs) => answerRemix(endpoints, args), { endpoints });
  return { loader: handler, action: handler };
}

/** What a server under the endpoint hands over. */
export interface Incoming {
  params: Readonly<Record<string, string | undefined>>;
  search: URLSearchParams;
  headers: { get(name: string): string | null };
  address: string | undefined;
  signal: AbortSignal;
  credentials: Credentials;
  json(limit: number): Promise<unknown>;
  bytes(): Readable;
  keepCookies(cookies: readonly string[]): void;
  remix(): { request: Request; context: AppLoadContext };
}

/** Guards, counts, and reads a request, then has the endpoint answer. @throws AppError */
export async function answer(endpoint: AnyEndpoint, incoming: Incoming): Promise<unknown> {
  try {
    return await perform(endpoint, incoming);
  } catch (error) {
    const custom = endpoint.options.failure?.(error, incoming.headers);
    if (custom) return custom;
    throw error;
  }
}

async function perform(endpoint: AnyEndpoint, incoming: Incoming): Promise<unknown> {
  const { access, limit, body, maxBody = MAX_JSON_BODY } = endpoint.options;
  refuseOtherBuild(incoming.headers);
  const signed = access === 'anyone' ? null : await admit(access, incoming);
  if (limit !== undefined) {
    if (signed) await limitUse(limit as UseLimit, signed.user.id, incoming.address);
    else await limitAddress(limit as AddressLimit, incoming.address);
  }
  const input = body && body(await incoming.json(maxBody));
  return endpoint.handle({ ...incoming, ...signed, body: input } as never);
}

async function admit(access: Access, incoming: Incoming): Promise<Signed> {
  const { session, setCookies } = await passGate({
    ...incoming.credentials,
    unverified: access === 'identified',
    enrolling: access === 'enrolling',
  });
  if (setCookies.length > 0) incoming.keepCookies(setCookies);
  const { user } = session;
  if (access === 'admin' && !user.isAdmin) throw new AppError('not-found', NO_SUCH_ADDRESS);
  return { scope: userScope(user.id), user, session };
}

export const NO_SUCH_ADDRESS = 'This address doesn’t exist.';
export const jsonHeaders = () => ({ 'Cache-Control': 'private, no-store', ...buildHeader() });

async function answerRemix(endpoints: readonly AnyEndpoint[], args: RemixArgs): Promise<Response> {
  const { request, context, params } = args;
  const url = new URL(request.url);
  const here = endpointsAt(endpoints, url.pathname);
  const method = request.method === 'HEAD' ? 'GET' : request.method;
  const endpoint = here.find((each) => each.method === method);
  if (!endpoint) return refuseMethod(request.method, methodsOf(here));
  const cookies: string[] = [];
  const incoming: Incoming = {
    params,
    search: url.searchParams,
    headers: request.headers,
    address: context.clientAddress,
    signal: request.signal,
    credentials: {
      cookie: request.headers.get('cookie'),
      secure: isSecureRequest(request, appUrl()),
    },
    json: (limit) => readJsonBody(request, limit),
    bytes: () => bodyOf(request),
    keepCookies: (values) => void cookies.push(...values),
    remix: () => ({ request, context }),
  };
  const response = await respond(() => answer(endpoint, incoming), {
    signal: request.signal,
    isForm: endpoint.options.form ?? false,
  });
  for (const cookie of cookies) {
    // Under the app's own server, the header is sent with any response.
    if (context.setCookie) context.setCookie(cookie);
    else response.headers.append('Set-Cookie', cookie);
  }
  return response;
}

async function respond(
  work: () => Promise<unknown>,
  { signal, isForm }: { signal: AbortSignal; isForm: boolean },
): Promise<Response> {
  try {
    const result = await work();
    if (result instanceof Response) return result;
    if (result instanceof EventStream) {
      const { sink, response } = webSink(signal);
      result.start(sink);
      return response;
    }
    const { status, body } = result instanceof Reply ? result : { status: 200, body: result };
    if (status === 204) return new Response(null, { status, headers: jsonHeaders() });
    return Response.json(body, { status, headers: jsonHeaders() });
  } catch (error) {
    if (isForm) throw error;
    if (error instanceof Response) return error;
    const { status, retryAfter, ...failure } = describeFailure(error);
    const headers = { ...jsonHeaders(), ...retryHeader({ retryAfter }) };
    return Response.json(failure, { status, headers });
  }
}

/** The methods of these endpoints, including HEAD. */
function methodsOf(endpoints: readonly AnyEndpoint[]): string[] {
  return endpoints.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
}

function refuseMethod(method: string, taken: readonly string[]): Response {
  const headers = { ...jsonHeaders(), Allow: [...taken, 'OPTIONS'].join(', ') };
  if (method === 'OPTIONS') return new Response(null, { status: 204, headers });
  const error = `This address doesn't accept ${method} requests.`;
  return Response.json({ error }, { status: 405, headers });
}

/** The endpoints at this path; if several addresses match, those of the one with the most literal parts. */
function endpointsAt(endpoints: readonly AnyEndpoint[], pathname: string): AnyEndpoint[] {
  const parts = partsOf(pathname);
  let best: string | undefined;
  let most = -1;
  for (const { path } of endpoints) {
    const pattern = partsOf(path);
    const literal = pattern.filter((part) => !part.startsWith(':')).length;
    const isSplat = pattern.at(-1) === '*';
    const fits =
      (isSplat || pattern.length === parts.length) &&
      pattern.every((part, at) => part.startsWith(':') || part === '*' || part === parts[at]);
    if (fits && literal > most) [best, most] = [path, literal];
  }
  return endpoints.filter(({ path }) => path === best);
}

/** Compared as the router does: decoded, case-insensitive, with or without a trailing slash. */
function partsOf(path: string): string[] {
  return path
    .split('/')
    .filter((part) => part !== '')
    .map((part) => (part.startsWith(':') ? part : decoded(part).toLowerCase()));
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // The router found no address in it either.
    return part;
  }
}

import { fieldsOf, type Fields } from '~/lib/json';

import { BUILD_HEADER, OUTDATED, pageBuild } from './build-id';
import type { EventStream } from './event-stream.server';
import type { AnyEndpoint, Endpoint, Method, ParamOf, Reply, Resource } from './resource.server';

/** The session ended: the person is already on the way to sign-in and needs no other message. */
export class SignedOut extends Error {}

/** The server refused the request, or something else answered in its place. */
export class RequestRefused extends Error {
  readonly status: number;
  /** The fields of the answer; none if it isn't a JSON object, and of another build's only `error`. */
  readonly body: Fields;

  constructor(status: number, body: unknown) {
    super(`status ${status}`);
    this.status = status;
    this.body = fieldsOf(body);
  }

  /** The server's sentence for the person, if it sent one. */
  get reason(): string | undefined {
    const { error } = this.body;
    return typeof error === 'string' ? error : undefined;
  }
}

/**
 * The server's answer to a signed-in page. If the session has ended, this starts the way to sign-in.
 * @throws SignedOut, RequestRefused, TypeError when the network failed
 */
export async function requestResponse(path: string, init?: RequestInit): Promise<Response> {
  try {
    return await requestAsVisitor(path, init);
  } catch (error) {
    if (!(error instanceof RequestRefused) || error.status !== 401) throw error;
    noteSignedOut();
    throw new SignedOut();
  }
}

/** Like `send`, for pages that visitors use, too: 401 is an ordinary refusal. @throws RequestRefused, TypeError */
export async function requestAsVisitor(path: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(path, init);
  if (response.ok) return response;
  const body: unknown = await response.json().catch(() => null);
  const { error } = fieldsOf(body);
  throw new RequestRefused(response.status, isOwnBuild(response) ? body : { error });
}

function isOwnBuild({ headers }: Response): boolean {
  const build = headers.get(BUILD_HEADER);
  // Only during development does neither side name one.
  return build === pageBuild() && (build !== null || import.meta.env.DEV);
}

/** The server's explanation of a refusal, or `otherwise` if it had none. */
export function refusalText(error: unknown, otherwise: string): string {
  return (error instanceof RequestRefused ? error.reason : undefined) ?? otherwise;
}

/** What the server found wrong with each field; empty if it named none. */
export function refusedFields(error: unknown): Readonly<Record<string, string>> {
  const fields = error instanceof RequestRefused ? Object.entries(fieldsOf(error.body.fields)) : [];
  return Object.fromEntries(
    fields.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

type EndpointsOf<Api> = Api extends Resource<infer E> ? E : never;
type PathsOf<Api, M extends Method> = Extract<EndpointsOf<Api>, { method: M }>['path'];
type At<Api, M extends Method, Path> = Extract<EndpointsOf<Api>, { method: M; path: Path }>;

type Params<Path extends string> = [ParamOf<Path>] extends [never]
  ? { params?: undefined }
  : { params: { readonly [Name in ParamOf<Path>]: string } };
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- only `In` is asked for
type BodyOf<E> = E extends Endpoint<any, any, infer In> ? In : never;
/** `bytes` are sent as they are, to an endpoint that reads them itself. */
type Body<E> = [BodyOf<E>] extends [undefined]
  ? { body?: undefined; bytes?: Blob }
  : { body: BodyOf<E> };

/** Undefined values are left out. */
type Search = Readonly<Record<string, string | undefined>> | URLSearchParams;

type Send<E extends AnyEndpoint> = Params<E['path']> &
  Body<E> & {
    search?: Search;
    signal?: AbortSignal;
    keepalive?: boolean;
    headers?: Readonly<Record<string, string>>;
  };

/** May be omitted if nothing in it is required. */
type Arguments<T> = Partial<T> extends T ? [options?: T] : [options: T];

/** A stream of events, as the response that it's read from; `first` is only the type of its first event. */
export type EventResponse<First> = Response & { readonly first?: First };

/** A value's type after JSON. */
export type Serialized<T> = T extends Date
  ? string
  : T extends string | number | boolean | null | undefined
    ? T
    : T extends Reply<infer B>
      ? Serialized<B>
      : T extends (...args: never[]) => unknown
        ? never
        : T extends EventStream<infer First>
          ? EventResponse<Serialized<First>>
          : T extends object
            ? { [Key in keyof T]: Serialized<T[Key]> }
            : T;

type ResultOf<E> = E extends { handle: (call: never) => Promise<infer R> } ? Serialized<R> : never;

/** Calls the endpoints of a resource: `client<typeof api>()`, with `import type`. Rejects as `send` does. */
export function client<Api>(send = requestResponse) {
  const verb =
    <M extends Method>(method: M) =>
    async <Path extends PathsOf<Api, M>>(
      path: Path,
      ...[options]: Arguments<Send<At<Api, M, Path>>>
    ): Promise<ResultOf<At<Api, M, Path>>> => {
      const response = await send(addressOf(path, options), initOf(method, options));
      return resultIn<ResultOf<At<Api, M, Path>>>(response);
    };
  return {
    get: verb('GET'),
    post: verb('POST'),
    put: verb('PUT'),
    patch: verb('PATCH'),
    del: verb('DELETE'),
  };
}

/**
 * What an endpoint of ours returned. The compiler has checked its type against the handler that is served at this
 * address, and the header says that the handler is from the same build as this page (decision 0072).
 * @throws RequestRefused if the server runs another build; SyntaxError if something else answered, such as the sign-in
 * page of a hotel's Wi-Fi
 */
async function resultIn<Result>(response: Response): Promise<Result> {
  const type = response.headers.get('Content-Type') ?? '';
  if (!isOwnBuild(response)) throw new RequestRefused(409, { error: OUTDATED });
  if (response.status === 204) return undefined as Result;
  if (type.startsWith('text/event-stream')) return response as Result;
  if (!type.startsWith('application/json'))
    throw new SyntaxError(`answered with ${type}, not JSON`);
  return (await response.json()) as Result;
}

interface CallOptions {
  params?: Readonly<Record<string, string>>;
  search?: Search;
  body?: unknown;
  bytes?: Blob;
  signal?: AbortSignal;
  keepalive?: boolean;
  headers?: Readonly<Record<string, string>>;
}

/** The URL of a path such as `/api/prompts/:id`. */
export function addressOf(path: string, { params = {}, search }: CallOptions = {}): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ''),
  );
  const query = queryOf(search);
  return query === '' ? filled : `${filled}?${query}`;
}

function queryOf(search: Search = {}): string {
  if (search instanceof URLSearchParams) return search.toString();
  const present = Object.entries(search).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return new URLSearchParams(present).toString();
}

function initOf(method: Method, options: CallOptions = {}): RequestInit {
  const { body, bytes, signal, keepalive, headers } = options;
  const build = pageBuild();
  return {
    method,
    ...(signal && { signal }),
    ...(keepalive && { keepalive }),
    headers: {
      ...(build !== null && { [BUILD_HEADER]: build }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...(bytes && { 'Content-Type': 'application/octet-stream' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(bytes && { body: bytes }),
  };
}

const listeners = new Set<() => void>();

/** Calls the listener when the session has ended. Returns an unsubscribe function. */
export function onSignedOut(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Call this when a request was answered with 401 or the server said that the session has ended. */
export function noteSignedOut(): void {
  for (const listener of [...listeners]) listener();
}

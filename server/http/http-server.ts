import { readFileSync } from 'node:fs';
import {
  createServer,
  STATUS_CODES,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import ipaddr from 'ipaddr.js';
import type { Logger } from 'pino';

import { SOCKETS, wrongMethod } from './route-methods.ts';

/** Longer than proxies keep an idle connection, so that they close it first. */
const KEEP_ALIVE_MS = 65_000;
/** Enough for headers over any line. */
const HEADERS_MS = 20_000;
/** Enough for the largest part of an upload over a slow line. */
const REQUEST_MS = 300_000;
const CHECK_MS = 5_000;
/** Limit for a connection without traffic, including a client that stopped reading; streams send something sooner. */
const IDLE_MS = 300_000;
const MAX_CONNECTIONS = 20_000;
/** Descriptors reserved for files, the database, and calls to other systems. */
const OWN_DESCRIPTORS = 500;
/** An office behind one address has a few hundred. */
const MAX_PER_ADDRESS = 1_000;
/** How often refused connections are logged. */
const SAY_EVERY_MS = 60_000;

const FAILED = 'Something went wrong on our side. Try again in a moment.';
/** The path of Socket.IO, which answers before Express. */
const SOCKET_PATH = '/socket.io/';
const ANY_METHOD = [...SOCKETS, 'PUT', 'PATCH', 'DELETE'];

const PARSE_ERRORS: Record<string, number> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};
/** A complete request line, with a method that Node may not know. */
const REQUEST_LINE = /^([A-Z-]{1,20}) \S{1,2000} HTTP\/1\.[01]\r?\n/;
const MAX_REQUEST_LINE = 2_100;

const TEXT_HEADERS = {
  'Content-Type': 'text/plain; charset=utf-8',
  'Cache-Control': 'private, no-store',
  'X-Content-Type-Options': 'nosniff',
};

export interface HttpServerOptions {
  log: Pick<Logger, 'error' | 'warn' | 'debug'>;
  /** Returns the refusal for a request whose host isn't the app's, null for all others. */
  refuseHost: (request: IncomingMessage) => string | null;
  /** The key by which connections are counted; undefined if they aren't counted. */
  addressKey?: (address: string | undefined) => string | undefined;
  limits?: { perAddress?: number; headersMs?: number; requestMs?: number; checkMs?: number };
}

/**
 * Creates the HTTP server, which limits how long a request may take and how many connections there are, and survives what a
 * listener of a single request throws (decision 0049).
 */
export function createHttpServer(options: HttpServerOptions, listener?: RequestListener): Server {
  const { limits = {} } = options;
  const server = createServer({
    keepAliveTimeout: KEEP_ALIVE_MS,
    headersTimeout: limits.headersMs ?? HEADERS_MS,
    requestTimeout: limits.requestMs ?? REQUEST_MS,
    connectionsCheckingInterval: limits.checkMs ?? CHECK_MS,
    // Detects peers that disappeared without closing.
    keepAlive: true,
    keepAliveInitialDelay: KEEP_ALIVE_MS,
    // Any request may offer to upgrade to another protocol; the server ignores the others.
    shouldUpgradeCallback: isForSockets,
  });
  server.timeout = IDLE_MS;
  server.maxConnections = Math.min(MAX_CONNECTIONS, spareDescriptors());
  if (listener) server.on('request', listener);
  const answering = new WeakMap<Duplex, ServerResponse>();
  guardEachRequest(server, options, answering);
  answerBrokenRequests(server, options.log, answering);
  limitConnections(server, options, limits.perAddress ?? MAX_PER_ADDRESS);
  return server;
}

function isForSockets({ url = '' }: IncomingMessage): boolean {
  return url.startsWith(SOCKET_PATH);
}

/** How many descriptors are left for connections. */
function spareDescriptors(): number {
  try {
    const limits = readFileSync('/proc/self/limits', 'utf8');
    const most = Number(/^Max open files +(\d+)/m.exec(limits)?.[1] ?? Infinity);
    return Math.max(100, most - OWN_DESCRIPTORS);
  } catch {
    // Only Linux has this file.
    return Infinity;
  }
}

/**
 * An exception in a listener of one request, response, or connection is logged and ends only that one: the process's
 * other state is intact. Socket.IO answers before Express, so the general refusals are repeated here for it.
 */
function guardEachRequest(
  server: Server,
  { log, refuseHost }: HttpServerOptions,
  answering: WeakMap<Duplex, ServerResponse>,
): void {
  const emit = server.emit.bind(server) as (event: string, ...args: unknown[]) => boolean;

  function refusalOf(request: IncomingMessage): RawAnswer | null {
    if (!isForSockets(request)) return null;
    const text = refuseHost(request);
    if (text !== null) return { status: 421, text };
    const wrong = wrongMethod(request.method ?? '', SOCKETS);
    return wrong && { ...wrong, headers: { Allow: wrong.allow } };
  }

  function serve(event: string, request: IncomingMessage, response: ServerResponse): void {
    const fail = (err: unknown) => {
      const id = response.getHeader('X-Request-Id');
      log.error({ err, request: id, method: request.method }, 'a listener of a request failed');
      endExchange(response);
    };
    answering.set(request.socket, response);
    guard(request, fail);
    guard(response, fail);
    const refusal = refusalOf(request);
    response.once('finish', () => readAway(request));
    if (!refusal) return attempt(() => emit(event, request, response), fail);
    const { status, headers, text } = refusal;
    response.writeHead(status, { ...TEXT_HEADERS, ...headers, Connection: 'close' }).end(text);
  }

  function upgrade(event: string, request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // It may break before anything else listens for errors.
    socket.on('error', (err) => log.debug({ err }, 'a connection broke'));
    const refusal = refusalOf(request);
    if (refusal) return endWith(socket, refusal);
    attempt(
      () => emit(event, request, socket, head),
      (err) => {
        log.error({ err }, 'a socket could not be opened');
        socket.destroy();
      },
    );
  }

  server.emit = (event: string, ...args: unknown[]): boolean => {
    switch (event) {
      case 'connection': {
        const [socket] = args as [Socket];
        guard(socket, (err) => {
          log.error({ err }, 'a listener of a connection failed');
          socket.destroy();
        });
        return emit(event, socket);
      }
      case 'request':
      case 'checkContinue':
      case 'checkExpectation':
        serve(event, ...(args as [IncomingMessage, ServerResponse]));
        return true;
      case 'upgrade':
        upgrade(event, ...(args as [IncomingMessage, Duplex, Buffer]));
        return true;
      default:
        return emit(event, ...args);
    }
  };
}

/** Reads the rest of an answered body, which would otherwise block the next request on the connection. */
function readAway(request: IncomingMessage): void {
  // Without its listeners: Remix reads only as far as a route needs, and would pause it again.
  if (!request.complete) request.removeAllListeners('data').resume();
}

interface Emitter {
  emit(event: string | symbol, ...args: unknown[]): boolean;
}

function guard(emitter: Emitter, fail: (error: unknown) => void): void {
  const emit = emitter.emit.bind(emitter);
  emitter.emit = (...args) => {
    try {
      return emit(...args);
    } catch (error) {
      fail(error);
      return true;
    }
  };
}

function attempt(work: () => void, fail: (error: unknown) => void): void {
  try {
    work();
  } catch (error) {
    fail(error);
  }
}

/** Ends a request whose work failed midway, with an error page if nothing was sent yet. */
function endExchange(response: ServerResponse): void {
  if (response.writableFinished || response.destroyed) return;
  if (response.headersSent) {
    response.destroy();
    return;
  }
  attempt(
    () => {
      for (const name of response.getHeaderNames()) response.removeHeader(name);
      response.writeHead(500, { ...TEXT_HEADERS, Connection: 'close' }).end(FAILED);
    },
    () => response.destroy(),
  );
}

/** Answers where Node only closes the connection: CONNECT, unknown methods, and unreadable requests. */
function answerBrokenRequests(
  server: Server,
  log: HttpServerOptions['log'],
  answering: WeakMap<Duplex, ServerResponse>,
): void {
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', (err) => log.debug({ err }, 'a connection broke'));
    endWith(socket, methodUnknown('CONNECT'));
  });
  server.on('clientError', (error: ParseError, socket: Duplex) => {
    log.debug({ err: error }, 'a request could not be read');
    const response = answering.get(socket);
    // An error in the middle of another answer would become part of it.
    const isAmidAnswer = response?.headersSent && !response.writableFinished;
    if (!socket.writable || isAmidAnswer) socket.destroy();
    else endWith(socket, brokenRequest(error));
  });
}

interface ParseError extends Error {
  code?: string;
  rawPacket?: Buffer;
}

function brokenRequest({ code = '', rawPacket }: ParseError): RawAnswer {
  const line = rawPacket?.subarray(0, MAX_REQUEST_LINE).toString('latin1') ?? '';
  const method = REQUEST_LINE.exec(line)?.[1];
  if (code === 'HPE_INVALID_METHOD' && method) return methodUnknown(method);
  const status = PARSE_ERRORS[code] ?? 400;
  return { status, text: `${STATUS_CODES[status] ?? ''}.` };
}

function methodUnknown(method: string): RawAnswer {
  const { status, allow, text } = wrongMethod(method, ANY_METHOD)!;
  return { status, text, headers: { Allow: allow } };
}

interface RawAnswer {
  status: number;
  text: string;
  headers?: Record<string, string>;
}

/** Answers on a raw connection and closes it. */
function endWith(socket: Duplex, { status, text, headers }: RawAnswer): void {
  const lines = Object.entries({
    ...TEXT_HEADERS,
    'Content-Length': String(Buffer.byteLength(text)),
    Connection: 'close',
    ...headers,
  }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n${text}`,
    () => socket.destroy(),
  );
}

/** Refuses connections when there are too many, from one address or in total. */
function limitConnections(
  server: Server,
  { log, addressKey }: HttpServerOptions,
  perAddress: number,
): void {
  const open = new Map<string, number>();
  let saidAt = -Infinity;
  const say = (about: object) => {
    if (performance.now() - saidAt < SAY_EVERY_MS) return;
    saidAt = performance.now();
    log.warn(about, 'turned a connection away: too many are open');
  };
  server.on('drop', (about?: { remoteAddress?: string }) => {
    say({ address: about?.remoteAddress, limit: server.maxConnections });
  });
  server.on('connection', (socket: Socket) => {
    const key = addressKey?.(socket.remoteAddress);
    if (key === undefined) return;
    const count = (open.get(key) ?? 0) + 1;
    if (count > perAddress) {
      say({ address: key, limit: perAddress });
      socket.destroy();
      return;
    }
    open.set(key, count);
    socket.once('close', () => {
      const left = (open.get(key) ?? 1) - 1;
      if (left > 0) open.set(key, left);
      else open.delete(key);
    });
  });
}

/**
 * Returns a function for the key of a public address. This machine and its own networks are not counted, since many
 * people may connect through an undeclared proxy or a container's gateway.
 */
export function publicAddressKey(
  keyOf: (address: string | undefined) => string | undefined,
): (address: string | undefined) => string | undefined {
  return (address) => {
    const known = address !== undefined && ipaddr.isValid(address);
    return known && ipaddr.process(address).range() === 'unicast' ? keyOf(address) : undefined;
  };
}

import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';

import compression from 'compression';
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from 'express';
import staticWithEncodings from 'express-static-gzip';
import helmet from 'helmet';
import type { Logger } from 'pino';

import type { OutsideSources } from '../../app/lib/security/outside-sources.ts';
import type { AppBuild } from '../build.ts';
import { hostOf, PROBES } from './hosts.ts';
import { sendRefusal } from './refusal.ts';
import { clientAddress, keepClientFacts, pathOf } from './request-facts.ts';
import { contentSecurityPolicy, mayChangeState } from './security.ts';
import {
  countRequest,
  knownMethodsOnly,
  nodeRoutes,
  throughBuild,
  throughRemix,
} from './serve-build.ts';

const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port'];
const REQUEST_ID = /^[\w-]{8,64}$/;
const HALF_A_YEAR_S = 15_552_000;

/** Far above any form. Larger bodies go to Node endpoints with limits of their own. */
const LARGEST_BODY = 2_000_000;

const FAILED = 'Something went wrong on our side. Try again in a moment.';
const REFUSED = 'This request can’t be served.';
const TOO_LARGE = 'This is too large to send.';
const FOREIGN =
  'This request didn’t come from a page of this site, so nothing was changed. Reload the page and try again.';

export interface AppOptions {
  /** The current build: in development it changes with the sources. */
  build: () => Promise<AppBuild>;
  mode: 'production' | 'development';
  log: Logger;
  /** How many proxies are in front: that many addresses of X-Forwarded-For are trusted. */
  trustProxy: number;
  appUrl?: string;
  /** Returns the refusal for a request whose host isn't the app's, null for all others. */
  refuseHost?: (request: IncomingMessage) => string | null;
  /** The built browser files, or in development Vite's middleware. */
  assets: { directory: string } | { middleware: RequestHandler };
}

/** Answers all of HTTP except sockets. */
export function createApp(options: AppOptions): Express {
  const { build, mode, log, trustProxy, appUrl, assets, refuseHost = () => null } = options;
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', trustProxy);

  app.use(trustProxy > 0 ? keepForwarded : dropForwarded);
  app.use(keepClientFacts);
  app.use(logRequests(log, trustProxy > 0));
  app.use(throughBuild(build, mode));
  app.use(secureHeaders(mode));
  app.use(ownHostsOnly(refuseHost));
  app.use(knownMethodsOnly);
  if ('directory' in assets) app.use('/assets', fingerprinted(join(assets.directory, 'assets')));
  app.use(ownOriginOnly(appUrl, trustProxy, log));
  // Before compression, which would delay a stream's chunks.
  app.use(nodeRoutes('streams'));
  app.use(limitBodies(log));
  app.use(compression());
  app.use(nodeRoutes('answers'));
  if ('directory' in assets) app.use(otherFiles(assets.directory));
  else app.use(assets.middleware);
  app.all('*', throughRemix);
  app.use(answerFailure(log));
  return app;
}

const keepForwarded: RequestHandler = (_request, _response, next) => next();

/** Without a proxy these headers come from the client, so neither Express nor Remix may trust them. */
const dropForwarded: RequestHandler = (request, _response, next) => {
  for (const name of FORWARDED) delete request.headers[name];
  next();
};

function logRequests(log: Logger, trusted: boolean): RequestHandler {
  return (request, response, next) => {
    const started = performance.now();
    const sentId = request.get('x-request-id');
    const id = trusted && sentId && REQUEST_ID.test(sentId) ? sentId : randomUUID();
    response.locals.requestId = id;
    response.setHeader('X-Request-Id', id);
    response.once('close', () => {
      const status = response.statusCode;
      const ms = performance.now() - started;
      const line = {
        request: id,
        method: request.method,
        path: loggable(pathOf(request)),
        status,
        ms: Math.round(ms),
        address: clientAddress(request),
        ...(response.writableFinished ? {} : { cut: true }),
      };
      // Probes come every few seconds, and a failing one reports itself.
      if (PROBES.has(line.path)) log.debug(line, 'request');
      else if (status >= 500) log.error(line, 'request');
      else if (line.path.startsWith('/assets/')) log.debug(line, 'request');
      else log.info(line, 'request');
      countRequest(response, { method: request.method, path: pathOf(request), status, ms });
    });
    next();
  };
}

/** The path without the secret id that opens a shared conversation to anyone. */
function loggable(path: string): string {
  return path.replace(/^\/shared\/.*/, '/shared/…').slice(0, 300);
}

function secureHeaders(mode: AppOptions['mode']): RequestHandler {
  const others = helmet({
    contentSecurityPolicy: false,
    strictTransportSecurity: false,
    referrerPolicy: false,
    xContentTypeOptions: false,
    // The same as the policy's frame-ancestors, for older browsers.
    xFrameOptions: { action: 'deny' },
    // No browser that the app supports reads these.
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
  });
  return (request, response, next) => {
    const nonce = randomBytes(16).toString('base64');
    response.locals.nonce = nonce;
    if (request.secure) {
      response.setHeader('Strict-Transport-Security', `max-age=${HALF_A_YEAR_S}`);
    }
    whenHeadersGo(response, () => {
      const outside = response.locals.outside as OutsideSources | undefined;
      setDefault(response, 'Content-Security-Policy', contentSecurityPolicy(nonce, mode, outside));
      setDefault(response, 'Cache-Control', 'private, no-store');
      setDefault(response, 'X-Content-Type-Options', 'nosniff');
      // `no-referrer` would make browsers hide the Origin of forms sent to their own server.
      setDefault(response, 'Referrer-Policy', 'same-origin');
    });
    others(request, response, next);
  };
}

/** Sets headers as late as possible: set earlier, they would be added to a route's own headers, not replaced by them. */
function whenHeadersGo(response: ServerResponse, work: () => void): void {
  const writeHead = response.writeHead.bind(response) as (...args: unknown[]) => ServerResponse;
  response.writeHead = ((...args: unknown[]) => {
    work();
    return writeHead(...args);
  }) as typeof response.writeHead;
}

function setDefault(response: ServerResponse, name: string, value: string): void {
  if (!response.hasHeader(name)) response.setHeader(name, value);
}

/** Answers nothing under a foreign name (DNS rebinding, a forged Host), so no page or link is made for it. */
function ownHostsOnly(refuseHost: (request: IncomingMessage) => string | null): RequestHandler {
  return (request, response, next) => {
    const refusal = refuseHost(request);
    if (refusal === null) return next();
    response.setHeader('Connection', 'close');
    response.status(421).type('text/plain').send(refusal);
  };
}

function ownOriginOnly(
  appUrl: string | undefined,
  trustProxy: number,
  log: Logger,
): RequestHandler {
  return (request, response, next) => {
    const { method, headers } = request;
    const host = hostOf(headers, trustProxy);
    if (mayChangeState({ method, headers, host }, appUrl)) {
      agreeOnOrigin(headers, host);
      return next();
    }
    log.warn(
      { request: response.locals.requestId as string, origin: headers.origin, host },
      'refused a change from a foreign origin: behind a proxy set APP_URL or TRUST_PROXY',
    );
    sendRefusal(request, response, 403, FOREIGN);
  };
}

/**
 * Remix compares Origin with the host again, without knowing APP_URL, or that browsers hide the origin of a page
 * with `no-referrer`, and would refuse. This passes our decision on to it.
 */
function agreeOnOrigin(headers: IncomingHttpHeaders, host: string | undefined): void {
  const { origin } = headers;
  if (origin === 'null') delete headers.origin;
  else if (origin !== undefined && URL.canParse(origin) && new URL(origin).host !== host) {
    headers['x-forwarded-host'] = new URL(origin).host;
  }
}

/** Limits bodies, because Remix reads them into memory as a whole. */
function limitBodies(log: Logger): RequestHandler {
  return (request, response, next) => {
    if (Number(request.headers['content-length'] ?? 0) > LARGEST_BODY) {
      response.setHeader('Connection', 'close');
      sendRefusal(request, response, 413, TOO_LARGE);
      return;
    }
    // A body of undeclared length is cut off. A data listener would take the data from Remix.
    let seen = 0;
    const push = request.push.bind(request);
    request.push = (chunk: Buffer | null, encoding?: BufferEncoding) => {
      seen += chunk?.length ?? 0;
      if (seen <= LARGEST_BODY) return push(chunk, encoding);
      log.warn({ request: response.locals.requestId as string }, 'cut off a request without end');
      request.destroy();
      return false;
    };
    next();
  };
}

/** For workers, which follow the policy of their own file, and for a file that someone opens as a page. */
const FILE_POLICY =
  "default-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** Browsers read these only from pages. On the forty files of a first load, they would add 4 KB. */
const PAGE_HEADERS = [
  'Cross-Origin-Opener-Policy',
  'Origin-Agent-Cluster',
  'X-DNS-Prefetch-Control',
  'X-Frame-Options',
];

/** Serves files whose names contain a fingerprint, as the build compressed them. */
function fingerprinted(directory: string): RequestHandler {
  const router = express.Router();
  router.use((_request, response, next) => {
    // Open to all origins: sandboxed frames have none, and load modules like a foreign site.
    response.setHeader('Access-Control-Allow-Origin', '*');
    // A page's policy is half a kilobyte, and a first load has forty files.
    response.setHeader('Content-Security-Policy', FILE_POLICY);
    for (const name of PAGE_HEADERS) response.removeHeader(name);
    next();
  });
  router.use(
    staticWithEncodings(directory, {
      enableBrotli: true,
      orderPreference: ['br', 'gzip'],
      index: false,
      // A file that changes gets a new name.
      serveStatic: { immutable: true, maxAge: '1y', redirect: false, lastModified: false },
    }),
  );
  router.use((_request, response) => {
    response.status(404).type('text/plain').send('This file doesn’t exist.');
  });
  return router;
}

function otherFiles(directory: string): RequestHandler {
  const files = express.static(directory, { maxAge: '1h', index: false, redirect: false });
  return (request, response, next) => {
    // Every file has a dot in its name. Looking for a file would delay every page.
    if (request.path.includes('.')) files(request, response, next);
    else next();
  };
}

function answerFailure(log: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    if (response.headersSent) return next(error);
    const { status, code } = error as { status?: number; code?: string };
    if (status === 400 || code === 'ERR_INVALID_URL') {
      sendRefusal(request, response, 400, 'This address isn’t valid.');
      return;
    }
    // A client's mistake, such as a range beyond the end of a file, isn't our error.
    if (status !== undefined && status > 400 && status < 500) {
      sendRefusal(request, response, status, REFUSED);
      return;
    }
    log.error(
      { err: error, request: response.locals.requestId as string, method: request.method },
      'request failed outside of Remix',
    );
    sendRefusal(request, response, 500, FAILED);
  };
}

import { createRequestHandler } from '@remix-run/express';
import express, { type RequestHandler, type Response } from 'express';

import type { AppBuild } from '../build.ts';
import { withOutages } from './outages.ts';
import { pageBuilds } from './page-builds.ts';
import { clientAddress, pathOf } from './request-facts.ts';
import { sendRefusal } from './refusal.ts';
import { routeManifest } from './route-manifest.ts';
import { endpointsOf, routeMethods, wrongMethod } from './route-methods.ts';
import { routePatterns } from './route-patterns.ts';

// Who answers what, by the build of the app: each request gets what the current one serves.

type Mode = 'production' | 'development';

/** PostgreSQL restarts in a few seconds. */
const RETRY_AFTER_S = '5';

/** What is derived from a build, for every request. */
interface Served {
  /** The endpoints that Node answers without Remix: streams, and compressed ones. */
  streams: express.Router;
  answers: express.Router;
  /** All others. */
  remix: RequestHandler;
  methodsOf(path: string): readonly string[];
  count(request: { method: string; path: string; status: number; ms: number }): void;
}

/** Runs the request with the current build, whose log then knows the request's id. */
export function throughBuild(build: () => Promise<AppBuild>, mode: Mode): RequestHandler {
  // Cached until the build changes: Remix would otherwise rebuild its route table for every request.
  let last: { build: AppBuild; served: Served } | undefined;
  return (request, response, next) => {
    let hasLeft = false;
    response.once('close', () => (hasLeft = !response.writableFinished));
    build()
      .then((current) => {
        if (last?.build !== current) last = { build: current, served: serving(current, mode) };
        response.locals.served = last.served;
        const id = response.locals.requestId as string;
        const acceptLanguage = request.headers['accept-language'];
        current.entry.module.withRequest({ id, acceptLanguage, hasLeft: () => hasLeft }, next);
      })
      .catch(next);
  };
}

function servedTo(response: Response): Served {
  return response.locals.served as Served;
}

/** Counts a request for the metrics, unless it failed before there was a build. */
export function countRequest(response: Response, counted: Parameters<Served['count']>[0]): void {
  (response.locals.served as Served | undefined)?.count(counted);
}

/** Answers methods that the route doesn't take, without calling the route. */
export const knownMethodsOnly: RequestHandler = (request, response, next) => {
  const { method } = request;
  const taken = servedTo(response).methodsOf(pathOf(request));
  const wrong = wrongMethod(method, taken);
  if (!wrong) return next();
  const { status, allow, text } = wrong;
  response.setHeader('Allow', allow);
  if (text === '') response.status(status).end();
  else if (/^\/api(?:\/|$)/i.test(request.path)) response.status(status).json({ error: text });
  else sendRefusal(request, response, status, text);
};

/** Answers the endpoints of this kind, and leaves all others. */
export function nodeRoutes(kind: 'streams' | 'answers'): RequestHandler {
  return (request, response, next) => {
    servedTo(response)[kind](request, response, next);
  };
}

export const throughRemix: RequestHandler = (request, response, next) => {
  servedTo(response).remix(request, response, next);
};

function serving(build: AppBuild, mode: Mode): Served {
  const { countRequest } = build.entry.module;
  const patternOf = routePatterns(build);
  return {
    streams: routerOf(build, 'stream'),
    answers: routerOf(build, 'compressed'),
    remix: remixOf(withOutages(build), mode),
    methodsOf: routeMethods(build),
    count({ method, path, status, ms }) {
      countRequest({ method, route: patternOf(path), status, seconds: ms / 1_000 });
    },
  };
}

function remixOf(build: AppBuild, mode: Mode): RequestHandler {
  const handler = (served: AppBuild) =>
    createRequestHandler({
      build: served,
      mode,
      getLoadContext: (request, response) => ({
        nonce: response.locals.nonce as string,
        // A closed connection has no address. It counts as an unreadable address, not as a missing one.
        clientAddress: clientAddress(request) ?? '',
        setCookie: (cookie) => response.append('Set-Cookie', cookie),
        allowOutside: (sources) => {
          response.locals.outside = sources;
          // Wallets open a window of their own that has to reach the page.
          response.setHeader('Cross-Origin-Opener-Policy', 'same-origin-allow-popups');
        },
        retryLater: () => response.setHeader('Retry-After', RETRY_AFTER_S),
      }),
    });
  const builds = pageBuilds(build);
  const everything = handler(build);
  const pages = handler(builds.pages());
  const sections = new Map<string, ReturnType<typeof handler>>();

  function handlerOf(path: string) {
    if (/^\/(?:api(?:\/|$)|__)/.test(path)) return everything;
    const name = builds.sectionOf(path);
    if (name === null) return pages;
    const found = sections.get(name) ?? handler(builds.section(name));
    sections.set(name, found);
    return found;
  }

  const manifest = routeManifest(build);
  const { buildHeader, isOfOtherBuild } = build.entry.module;

  return (request, response, next) => {
    // A page that was loaded before an update may neither read new data nor act (decision 0072).
    if (request.path.endsWith('.data') && isOfOtherBuild(request)) {
      response.status(409).set(buildHeader()).end();
      return;
    }
    if (request.path === '/__manifest' && request.method === 'GET') {
      return manifest(request, response, next);
    }
    // Handlers pass their failures to `next` themselves.
    void handlerOf(request.path)(request, response, next);
  };
}

/** The endpoints that are declared with `node: kind`. */
function routerOf(build: AppBuild, kind: 'stream' | 'compressed'): express.Router {
  const { serveNode } = build.entry.module;
  const router = express.Router();
  for (const endpoint of endpointsOf(build)) {
    if (endpoint.options.node !== kind) continue;
    const verb = endpoint.method.toLowerCase() as Lowercase<typeof endpoint.method>;
    router[verb](endpoint.path, (request, response) => serveNode(endpoint, request, response));
  }
  return router;
}

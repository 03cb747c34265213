import type { AnyEndpoint, RouteHandler } from '../../app/http/resource.server.ts';
import type { AppBuild } from '../build.ts';
import { routePatterns, routesByPattern } from './route-patterns.ts';

const READING: readonly string[] = ['GET', 'HEAD'];
/** What the address of sockets takes, for long polling. */
export const SOCKETS: readonly string[] = [...READING, 'POST'];

/** Every endpoint that the build's resource routes declare, once each. */
export function endpointsOf({ routes }: Pick<AppBuild, 'routes'>): AnyEndpoint[] {
  const declared = Object.values(routes).flatMap((route) => declaredBy(route?.module.loader));
  return [...new Set(declared)];
}

function declaredBy(loader: unknown): readonly AnyEndpoint[] {
  return (loader as Partial<RouteHandler> | undefined)?.endpoints ?? [];
}

/**
 * The methods that a path takes: what its endpoints declare; on a page reading, and POST where it has an action. What is no
 * route's is a file's, or a page that isn't there: both are only read. Below /api everything gets its 404.
 */
export function routeMethods(build: AppBuild): (path: string) => readonly string[] {
  const patternOf = routePatterns(build);
  const byPattern = new Map<string, readonly string[]>();
  for (const [pattern, routes] of routesByPattern(build.routes)) {
    const methods = routes.flatMap(({ module }) => {
      const endpoints = declaredBy(module.loader).filter(({ path }) => path === pattern);
      if (endpoints.length > 0) {
        return endpoints.flatMap(({ method }) => (method === 'GET' ? READING : [method]));
      }
      return [
        ...(module.default || module.loader ? READING : []),
        ...(module.action ? ['POST'] : []),
      ];
    });
    byPattern.set(pattern, [...new Set(methods)]);
  }
  return (path) => {
    const pattern = patternOf(path);
    const splat = pattern === '*' && /^\/api(?:\/|$)/i.test(path) ? '/api/*' : pattern;
    return byPattern.get(splat) ?? READING;
  };
}

/** How a request of a method is answered that its address doesn't take; null where it does. */
export function wrongMethod(
  method: string,
  taken: readonly string[],
): { status: number; allow: string; text: string } | null {
  if (taken.includes(method)) return null;
  const allow = [...taken, 'OPTIONS'].join(', ');
  if (method === 'OPTIONS') return { status: 204, allow, text: '' };
  return { status: 405, allow, text: `This address doesn't accept ${method} requests.` };
}

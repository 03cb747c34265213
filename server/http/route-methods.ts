import type { AnyEndpoint, RouteHandler } from '../../app/http/resource.server.ts';
import type { AppBuild } from '../build.ts';
import { routePatterns, routesByPattern } from './route-patterns.ts';

const READING: readonly string[] = ['GET', 'HEAD'];
/** The methods of the socket address, for long polling. */
export const SOCKETS: readonly string[] = [...READING, 'POST'];

/** All endpoints that the build's resource routes declare, each once. */
export function endpointsOf({ routes }: Pick<AppBuild, 'routes'>): AnyEndpoint[] {
  const declared = Object.values(routes).flatMap((route) => declaredBy(route?.module.loader));
  return [...new Set(declared)];
}

function declaredBy(loader: unknown): readonly AnyEndpoint[] {
  return (loader as Partial<RouteHandler> | undefined)?.endpoints ?? [];
}

/**
 * Returns a lookup of the methods that a path takes: those that its endpoints declare; reading on pages, and POST where
 * there is an action. Files and unknown pages are only read. Below /api, unknown paths take every method and get a 404.
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

/** The answer to a method that the path doesn't take, or null if it does. */
export function wrongMethod(
  method: string,
  taken: readonly string[],
): { status: number; allow: string; text: string } | null {
  if (taken.includes(method)) return null;
  const allow = [...taken, 'OPTIONS'].join(', ');
  if (method === 'OPTIONS') return { status: 204, allow, text: '' };
  return { status: 405, allow, text: `This address doesn't accept ${method} requests.` };
}

import type { AppBuild } from '../build.ts';
import { routePatterns, routesByPattern } from './route-patterns.ts';

export const READING: readonly string[] = ['GET', 'HEAD'];
/** What the address of sockets takes, for long polling. */
export const SOCKETS: readonly string[] = [...READING, 'POST'];

/**
 * The methods that a path takes: reading where its route has a page or a loader, and what its action takes. What is no
 * route's is a file's, or a page that isn't there: both are only read. Below /api everything gets its 404.
 */
export function routeMethods(build: AppBuild): (path: string) => readonly string[] {
  const { actionMethods } = build.entry.module;
  const patternOf = routePatterns(build);
  const byPattern = new Map<string, readonly string[]>();
  for (const [pattern, routes] of routesByPattern(build.routes)) {
    const methods = routes.flatMap(({ id, module }) => [
      ...(module.default || module.loader ? READING : []),
      ...(module.action ? (actionMethods[id] ?? ['POST']) : []),
    ]);
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

import type { AppBuild } from './build.ts';

/** Everything that is no page. */
const UNKNOWN = '*';
const FILES = '/assets/*';

interface Pattern {
  name: string;
  segments: string[];
}

/**
 * Names the pattern of a path, `/ai-lab/chat/:conversationId`: what requests are counted by. Of several that fit, the
 * one with fewer parameters.
 */
export function routePatterns(build: Pick<AppBuild, 'routes'>): (path: string) => string {
  const byLength = new Map<number, Pattern[]>();
  for (const name of patternsOf(build.routes)) {
    const segments = name.split('/').slice(1);
    const same = byLength.get(segments.length) ?? [];
    same.push({ name, segments });
    byLength.set(segments.length, same);
  }
  const parameters = ({ segments }: Pattern) =>
    segments.filter((segment) => segment.startsWith(':')).length;
  for (const patterns of byLength.values()) {
    patterns.sort((a, b) => parameters(a) - parameters(b));
  }

  return (path) => {
    if (path.startsWith('/assets/')) return FILES;
    if (path === '/__manifest') return path;
    const segments = pageOf(path).split('/').slice(1);
    const found = byLength
      .get(segments.length)
      ?.find((pattern) =>
        pattern.segments.every(
          (segment, at) => segment === segments[at] || (segment.startsWith(':') && segments[at]),
        ),
      );
    return found?.name ?? UNKNOWN;
  };
}

/** The page whose data Remix asks for, and no slash at the end. */
function pageOf(path: string): string {
  const page = path === '/_root.data' ? '/' : path.replace(/\.data$/, '');
  return page.length > 1 && page.endsWith('/') ? page.slice(0, -1) : page;
}

function patternsOf(routes: AppBuild['routes']): Set<string> {
  const patterns = new Set<string>();
  for (const route of Object.values(routes)) {
    if (!route || (route.path === undefined && !route.index)) continue;
    const parts: string[] = [];
    for (
      let at: typeof route | undefined = route;
      at;
      at = at.parentId ? routes[at.parentId] : undefined
    ) {
      if (at.path) parts.unshift(at.path);
    }
    const pattern = `/${parts.join('/')}`;
    // A splat is where nothing else fits.
    if (!pattern.includes('*')) patterns.add(pattern);
  }
  return patterns;
}

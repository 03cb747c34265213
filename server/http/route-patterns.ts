import type { AppBuild } from '../build.ts';

/** Stands for unknown paths. */
const UNKNOWN = '*';
const FILES = '/assets/*';
/** The browser's route table. */
const MANIFEST = '/__manifest';

type Routes = AppBuild['routes'];
type Route = NonNullable<Routes[string]>;

interface Pattern {
  name: string;
  segments: string[];
}

/**
 * Returns a lookup of a path's pattern, like `/ai-lab/chat/:conversationId`, by which requests are counted and methods
 * are looked up. If several match, the one with the fewest parameters wins.
 */
export function routePatterns(build: Pick<AppBuild, 'routes'>): (path: string) => string {
  const byLength = new Map<number, Pattern[]>();
  // Splats only match if nothing else does.
  const names = [...routesByPattern(build.routes).keys()].filter((name) => !name.includes('*'));
  for (const name of names) {
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
    if (path === MANIFEST) return path;
    const segments = pageOf(path).split('/').slice(1).map(decoded);
    const found = byLength
      .get(segments.length)
      ?.find((pattern) =>
        pattern.segments.every((segment, at) =>
          segment.startsWith(':') ? segments[at] : segment === segments[at]?.toLowerCase(),
        ),
      );
    return found?.name ?? UNKNOWN;
  };
}

/** Decoded and in lower case, because Remix matches paths in any case. */
function decoded(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    // An invalid encoding, which is reported later.
    return segment;
  }
}

/** The path of the page whose data is requested, without a trailing slash. */
function pageOf(path: string): string {
  const page = path === '/_root.data' ? '/' : path.replace(/\.data$/, '');
  return page.length > 1 && page.endsWith('/') ? page.slice(0, -1) : page;
}

/** Every pattern with the routes that match it: a page and the layouts around it. */
export function routesByPattern(routes: Routes): Map<string, Route[]> {
  const found = new Map<string, Route[]>();
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
    found.set(pattern, [...(found.get(pattern) ?? []), route]);
  }
  return found;
}

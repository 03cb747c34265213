import type { AppBuild } from '../build.ts';

/** Everything that is no page. */
const UNKNOWN = '*';
const FILES = '/assets/*';
/** The browser's table of routes, which Remix answers itself. */
const MANIFEST = '/__manifest';

type Routes = AppBuild['routes'];
type Route = NonNullable<Routes[string]>;

interface Pattern {
  name: string;
  segments: string[];
}

/**
 * Names the pattern of a path, `/ai-lab/chat/:conversationId`: what requests are counted by, and what their methods are
 * looked up by. Of several that fit, the one with fewer parameters.
 */
export function routePatterns(build: Pick<AppBuild, 'routes'>): (path: string) => string {
  const byLength = new Map<number, Pattern[]>();
  // A splat is where nothing else fits.
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

/** As Remix reads it, which also finds a page by an address in capitals. */
function decoded(segment: string): string {
  if (!segment.includes('%')) return segment;
  try {
    return decodeURIComponent(segment);
  } catch {
    // Not an address; what comes after says so.
    return segment;
  }
}

/** The page whose data Remix asks for, and no slash at the end. */
function pageOf(path: string): string {
  const page = path === '/_root.data' ? '/' : path.replace(/\.data$/, '');
  return page.length > 1 && page.endsWith('/') ? page.slice(0, -1) : page;
}

/** Every pattern, with the routes that answer there: a frame without an address of its own beside what it stands around. */
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

import type { AppBuild } from '../build.ts';

interface Route {
  parentId?: string;
  path?: string;
}

/** The name of a section of the site, `ai-lab`. What begins otherwise, `:id` or `*`, can be meant by any path. */
const SECTION = /^[a-z][a-z-]*$/;

/**
 * Builds with fewer routes, to serve pages with: Remix goes through its whole table of routes several times for each
 * page, and most of them cannot be meant.
 */
export function pageBuilds(build: AppBuild) {
  const beginnings = new Map(
    Object.keys(build.routes).map((id) => [id, beginningOf(id, build.routes)]),
  );
  const sections = new Set([...beginnings.values()].filter((name) => SECTION.test(name)));

  function withRoutes(isKept: (beginning: string) => boolean): AppBuild {
    const kept = <R>(routes: Record<string, R>) =>
      Object.fromEntries(Object.entries(routes).filter(([id]) => isKept(beginnings.get(id) ?? '')));
    const assets = { ...build.assets, routes: kept(build.assets.routes) };
    return { ...build, routes: kept(build.routes), assets };
  }

  return {
    /** The section that a path, or the path of a page's data, is in; null for all that is not plainly in one. */
    sectionOf(path: string): string | null {
      const name = (path.split('/', 2)[1] ?? '').replace(/\.data$/, '');
      return name !== 'api' && sections.has(name) ? name : null;
    },
    /** All pages: nothing under /api is one. */
    pages: () => withRoutes((name) => name !== 'api'),
    section: (section: string) => withRoutes((name) => name === section || !sections.has(name)),
  };
}

/** The first part of the path that leads to a route; '' where it has none. */
function beginningOf(id: string, routes: Record<string, Route | undefined>): string {
  let beginning = '';
  for (let route = routes[id]; route; route = routes[route.parentId ?? '']) {
    if (route.path) beginning = route.path.split('/', 1)[0] ?? '';
  }
  return beginning;
}

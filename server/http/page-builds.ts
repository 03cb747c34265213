import type { AppBuild } from '../build.ts';

interface Route {
  parentId?: string;
  path?: string;
}

/** The name of a section of the site, like `ai-lab`. Other beginnings (`:id`, `*`) can match any path. */
const SECTION = /^[a-z][a-z-]*$/;

/**
 * Makes builds with fewer routes for serving pages: Remix goes through its whole route table several times for each
 * page, although most routes can't match.
 */
export function pageBuilds(build: AppBuild) {
  const beginnings = new Map(
    Object.keys(build.routes).map((id) => [id, beginningOf(id, build.routes)]),
  );
  const sections = new Set([...beginnings.values()].filter((name) => SECTION.test(name)));

  function withRoutes(isKept: (beginning: string) => boolean): AppBuild {
    const ownRoutes = <R>(routes: Record<string, R>) =>
      Object.fromEntries(Object.entries(routes).filter(([id]) => isKept(beginnings.get(id) ?? '')));
    const assets = { ...build.assets, routes: ownRoutes(build.assets.routes) };
    return { ...build, routes: ownRoutes(build.routes), assets };
  }

  return {
    /** The section of a path or of a page's data; null unless it's clearly in one. */
    sectionOf(path: string): string | null {
      const name = (path.split('/', 2)[1] ?? '').replace(/\.data$/, '');
      return name !== 'api' && sections.has(name) ? name : null;
    },
    /** All pages, which means no routes under /api. */
    pages: () => withRoutes((name) => name !== 'api'),
    section: (section: string) => withRoutes((name) => name === section || !sections.has(name)),
  };
}

/** The first segment of a route's path; '' if it has none. */
function beginningOf(id: string, routes: Record<string, Route | undefined>): string {
  let beginning = '';
  for (let route = routes[id]; route; route = routes[route.parentId ?? '']) {
    if (route.path) beginning = route.path.split('/', 1)[0] ?? '';
  }
  return beginning;
}

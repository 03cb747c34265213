import type { RequestHandler } from 'express';

import type { AppBuild } from '../build.ts';
import { pageBuilds } from './page-builds.ts';

/** Browsers that ask for more split it up: what Remix allows. */
const MAX_ADDRESS = 7_680;

/**
 * Answers `/__manifest`, where browsers ask which routes the links of a page lead to. Remix goes through its whole table
 * for each beginning of each path, so that one request takes seconds (CVE-2026-55685). Here a path is only looked at
 * for the section of the site that it is in, and gets all routes of that section.
 */
export function routeManifest(build: AppBuild): RequestHandler {
  const { version } = build.assets;
  const builds = pageBuilds(build);
  const known = new Map<string | null, Routes>();

  function routesOf(section: string | null): Routes {
    const found = known.get(section);
    if (found) return found;
    const kept = section === null ? builds.pages() : builds.section(section);
    known.set(section, kept.assets.routes);
    return kept.assets.routes;
  }

  /** The home page has none; a path that is plainly in none may mean any page. */
  function sectionOf(path: string): string | null {
    if (path === '' || path === '/') return '';
    return path.startsWith('/api/') ? 'api' : builds.sectionOf(path);
  }

  return (request, response) => {
    const { searchParams } = new URL(request.originalUrl, 'http://localhost');
    const paths = searchParams.getAll('p');
    if (searchParams.get('version') !== version) {
      // Of another build: Remix's browser part then loads the page it goes to.
      response.status(204).setHeader('X-Remix-Reload-Document', 'true');
      return void response.end();
    }
    if (paths.length === 0 || request.originalUrl.length > MAX_ADDRESS) {
      response.status(400).type('text/plain').send('This address is not valid.');
      return;
    }
    const sections = new Set(paths.map(sectionOf));
    const routes = sections.has(null)
      ? routesOf(null)
      : (Object.assign({}, ...[...sections].map(routesOf)) as Routes);
    response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    response.json(routes);
  };
}

type Routes = AppBuild['assets']['routes'];

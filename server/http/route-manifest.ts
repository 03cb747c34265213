import type { RequestHandler } from 'express';

import type { AppBuild } from '../build.ts';
import { pageBuilds } from './page-builds.ts';

/** Remix's own limit; its browser code splits longer requests. */
const MAX_ADDRESS = 7_680;

/**
 * Answers `/__manifest`, where browsers look up the routes that a page's links lead to. Remix goes through its whole table
 * for each prefix of each path, so that one request takes seconds (CVE-2026-55685). This only looks up a path's
 * section of the site, and answers with all routes of that section.
 */
export function routeManifest(build: AppBuild): RequestHandler {
  const { version } = build.assets;
  const builds = pageBuilds(build);
  const known = new Map<string | null, Routes>();

  function routesOf(section: string | null): Routes {
    const found = known.get(section);
    if (found) return found;
    const { assets } = section === null ? builds.pages() : builds.section(section);
    known.set(section, assets.routes);
    return assets.routes;
  }

  /** The home page has none; a path that is clearly in none may be any page. */
  function sectionOf(path: string): string | null {
    if (path === '' || path === '/') return '';
    return path.startsWith('/api/') ? 'api' : builds.sectionOf(path);
  }

  return (request, response) => {
    const { searchParams } = new URL(request.originalUrl, 'http://localhost');
    const paths = searchParams.getAll('p');
    if (searchParams.get('version') !== version) {
      // Another build: Remix's browser code then reloads the page.
      response.status(204).setHeader('X-Remix-Reload-Document', 'true');
      return void response.end();
    }
    if (paths.length === 0 || request.originalUrl.length > MAX_ADDRESS) {
      response.status(400).type('text/plain').send('This address isn’t valid.');
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

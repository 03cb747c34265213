import type { AppLoadContext, DataFunctionArgs } from '@remix-run/node';

import type { AppBuild } from '../build.ts';

type Handler = (args: DataFunctionArgs) => unknown;

/**
 * Wraps a build's loaders and actions so that they answer 503 while the database is unavailable: Remix would answer
 * 500, as for a bug.
 */
export function withOutages(build: AppBuild): AppBuild {
  const routes = Object.fromEntries(
    Object.entries(build.routes).map(([id, route]) => {
      if (!route) return [id, route];
      const { loader, action, default: page } = route.module;
      // Routes without a page answer scripts.
      const kind = page === undefined ? 'json' : 'page';
      const guarded = (handler: unknown) =>
        handler === undefined ? undefined : guard(build, handler as Handler, kind);
      const module = { ...route.module, loader: guarded(loader), action: guarded(action) };
      return [id, { ...route, module }];
    }),
  ) as AppBuild['routes'];
  return { ...build, routes };
}

function guard(build: AppBuild, handler: Handler, kind: 'page' | 'json'): Handler {
  return async (args) => {
    try {
      return await handler(args);
    } catch (error) {
      const answer = build.entry.module.outageResponse(error, kind);
      if (!answer) throw error;
      (args.context as AppLoadContext).retryLater?.();
      throw answer;
    }
  };
}

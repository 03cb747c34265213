import { route, type RouteConfig } from '@remix-run/route-config';

export default [
  route('samples', 'routes/samples-page.tsx'),
  route('samples/:frame', 'routes/frame-page.tsx'),
] satisfies RouteConfig;

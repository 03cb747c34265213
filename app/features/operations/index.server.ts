export { webMetrics } from './metrics-answer.server';
export { operationsNodeRoutes } from './node-routes.server';
export { health, readiness, webProbe } from './probes.server';
export { announceShutdown, failingParts } from './readiness.server';

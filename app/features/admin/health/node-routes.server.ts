import { nodeMetrics } from './metrics-answer.server';
import { health, nodeProbe, readiness } from './probes.server';

/** For machines that ask every few seconds: answered without Remix. */
export const operationsNodeRoutes = [
  { method: 'GET', path: '/healthz', handle: nodeProbe(health) },
  { method: 'GET', path: '/readyz', handle: nodeProbe(readiness) },
  { method: 'GET', path: '/metrics', handle: nodeMetrics },
] as const;

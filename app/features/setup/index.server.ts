export { createFirstAdmin } from './create-first-admin.server';
export { describeConnections } from './describe-connections.server';
export { findStartProblems } from './find-start-problems.server';
export { isFirstRun } from './first-run-table.server';
export { isPart } from './connections';
export { openFirstRun } from './open-first-run.server';
export { testConnection } from './test-connections.server';
export { readHealth } from './health/read-health.server';

export type { FileCommand, Terminal } from './commands/command';
export { runAdminCommand } from './commands/run-admin-command.server';
export { openFirstRun } from './first-run/first-run-actions.server';
export { findStartProblems } from './health/find-start-problems.server';
export { announceShutdown } from './health/readiness.server';
export { demoEvent, followProviders } from './providers/apply-providers.server';

export type { FileCommand, Terminal } from './commands/command';
export { runAdminCommand } from './commands/run-admin-command.server';
export { openFirstRun } from './first-run/first-run-actions.server';
export { findStartProblems } from './health/find-start-problems.server';
export { announceShutdown } from './health/readiness.server';
export { clearEmailFailures } from './outbox/clear-email-failures.server';
export { followProviders } from './providers/apply-providers.server';
export { actOnUser } from './users/act-on-user.server';
export { listUsers, openUser, readUserQuery } from './users/read-users.server';

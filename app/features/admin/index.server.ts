export type { FileCommand, Terminal } from './commands/command';
export { runAdminCommand } from './commands/run-admin-command.server';
export { readOverview } from './overview/read-overview.server';
export { readLog } from './audit/read-log.server';
export { actOnUser } from './users/act-on-user.server';
export { listUsers, openUser, readUserQuery } from './users/read-users.server';
export { readJobs, retryJob } from './jobs/job-actions.server';
export {
  issueInvitation,
  readInvitations,
  revokeInvitation,
} from './invitations/invitation-actions.server';
export { readPayments, replayPayment } from './payments/payment-actions.server';
export { clearEmailFailures } from './outbox/clear-email-failures.server';
export { announceShutdown, health, metrics, readiness } from './health/readiness.server';
export { openFirstRun } from './first-run/first-run-actions.server';
export { describeConnections } from './health/describe-connections.server';
export { findStartProblems } from './health/find-start-problems.server';
export { isPart } from './health/connections';
export { testConnection } from './health/test-connections.server';
export { readHealth } from './health/read-health.server';

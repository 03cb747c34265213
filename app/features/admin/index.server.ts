export type { Terminal } from './command';
export { runAdminCommand } from './run-admin-command.server';

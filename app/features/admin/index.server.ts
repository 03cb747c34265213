export type { Terminal } from './command';
export { runAdminCommand } from './run-admin-command.server';
export { readOverview } from './overview/read-overview.server';
export { readLog } from './read-log.server';
export { actOnUser } from './users/act-on-user.server';
export { listUsers } from './users/list-users.server';
export { openUser } from './users/open-user.server';
export { readUserAct } from './users/user-acts';
export { readUserQuery } from './users/user-query.server';

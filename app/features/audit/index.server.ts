export { listActs, recordAct, type Act, type ActRow } from './audit-table.server';

export { recordAct, type Act } from './audit-table.server';

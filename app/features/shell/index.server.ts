export { maintenanceNotice } from './maintenance.server';

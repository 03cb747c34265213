export {
  announceMaintenance,
  clearMaintenance,
  readMaintenance,
} from './announce-maintenance.server';
export { maintenanceNotice } from './maintenance.server';

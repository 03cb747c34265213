export {
  announceMaintenance,
  clearMaintenance,
  readMaintenance,
} from './maintenance/maintenance-actions.server';

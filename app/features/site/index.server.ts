export {
  announceMaintenance,
  clearMaintenance,
  readMaintenance,
} from './maintenance/announce-maintenance.server';

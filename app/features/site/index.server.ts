export {
  announceMaintenance,
  clearMaintenance,
  readMaintenance,
} from './maintenance/maintenance-actions.server';
export { renderPitch } from './public-pages/render-pitch.server';

export { ActLog } from './components/act-log';
export { AdminFrame, AdminHeading } from './components/admin-frame';
export { OverviewPage } from './components/overview-page';
export { UserList } from './components/user-list';
export { UserPanel } from './components/user-panel';

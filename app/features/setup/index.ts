export { ConnectionTests } from './components/connection-tests';
export { FirstAdminForm } from './components/first-admin-form';
export type { PartHealth } from './health/part-health';

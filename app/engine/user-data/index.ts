// Without the database: what reads archives and exports must not need one.
export { DamagedFile } from './archive';

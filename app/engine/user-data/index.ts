// Without the database, which the code that reads archives and exports must not need.
export { DamagedFile } from './archive';

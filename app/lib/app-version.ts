import { version } from '../../package.json';

/** Of this release. */
export const APP_VERSION = version;

export { readWebsite } from './read-website.server';
export { type Network } from '../providers/guarded-connection.server';
export { WebsiteError, type WebsiteErrorCode } from './website';
export type { WebsiteLook } from './website';

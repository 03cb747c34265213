export { readWebsite } from './read-website.server';
export { type Network } from '../providers/guarded-connection.server';
export { type Website, WebsiteError, type WebsiteErrorCode } from './website';

export { type PageResult, Site, type SiteOptions, type SitePage } from './open-site.server';
export { readPage } from './read-page.server';
export { readWebsite } from './read-website.server';
export { isPageAddress, siteAddress, withoutEndless } from './site-address';
export { type Network } from '../providers/guarded-connection.server';
export { parseWebsite, siteOf, WebsiteError, type WebsiteErrorCode } from './website';
export type { WebsiteLook } from './website';

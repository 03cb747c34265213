export { indexMessages } from './index-messages.server';
export { indexSoon } from './index-soon.server';
export { searchNodeRoutes } from './node-routes.server';
export { parseSearchRequest, searchEverything } from './search-everything.server';

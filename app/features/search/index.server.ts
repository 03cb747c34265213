export { indexMessages } from './index-messages.server';
export { parseSearchRequest, searchEverything } from './search-everything.server';

export { pagesDirectory, readPage } from './read-page.server';
export { recipients } from './recipients.server';

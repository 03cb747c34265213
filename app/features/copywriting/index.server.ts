export { purgeContents } from './library/content/content-actions.server';
export { findContents } from './library/list/list-contents.server';
export { registerCopywriting } from './register.server';
export { purgeBriefs } from './wizard/briefs/brief-actions.server';

export { FORMATS } from './formats/formats';
export { purgeContents } from './library/content/content-actions.server';
export { hasContents } from './library/content/content-data.server';
export { findContents } from './library/list/list-contents.server';
export { registerCopywriting } from './register.server';
export { createBrief, purgeBriefs } from './wizard/briefs/brief-actions.server';
export { openBrief } from './wizard/briefs/open-brief.server';

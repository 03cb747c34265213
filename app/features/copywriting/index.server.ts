export { copywritingBackground } from './background.server';
export { FORMATS } from './formats/formats';
export { hasContents } from './library/content/content-data.server';
export { findContents } from './library/list/list-contents.server';
export { registerCopywriting } from './register.server';
export { createBrief } from './wizard/briefs/brief-actions.server';
export { openBrief } from './wizard/briefs/open-brief.server';

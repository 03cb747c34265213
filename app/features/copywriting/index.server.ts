export { copywritingBackground } from './background.server';
export { FORMATS } from './formats/formats';
export { registerAnswerProfile } from './library/content/answer-profile.server';
export {
  checkedText,
  replaceContentWithin,
  saveContentWithin,
} from './library/content/content-actions.server';
export { hasContents, readItem } from './library/content/content-data.server';
export { findContents } from './library/list/list-contents.server';
export { becomesVersion, MAX_VERSIONS } from './library/versions/version';
export { registerCopywriting } from './register.server';
export { createBrief } from './wizard/briefs/brief-actions.server';
export { openBrief } from './wizard/briefs/open-brief.server';
export { demoRewrite } from './rewrite/demo-rewrite';

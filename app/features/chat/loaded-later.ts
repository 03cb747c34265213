// What the chat page loads when it is used. All of it begins in this file, which is loaded first, so that the page's own files
// don't have to name what each part needs.

export const loadTurning = () => import('./messages/turn-into');
export const loadEditor = () => import('./messages/components/message-editor');
export const loadFullText = () => import('./messages/components/full-text');
export const loadSteps = () => import('./answers/components/answer-steps');
export const loadTokenDetails = () => import('./answers/components/token-details');
export const loadInstructions = () => import('./answers/components/instructions-dialog');
export const loadDictation = () => import('./dictation/components/dictation-panel');
export const loadSlashList = () => import('./prompts/components/slash-list');
export const loadLibrary = () => import('./prompts/components/prompt-library');
export const loadBlanks = () => import('./prompts/components/blanks-dialog');
export const loadPrompts = () => import('./prompts/use-prompts');
export const loadFiles = () =>
  Promise.all([
    import('./attachments/waiting-files'),
    import('./attachments/components/composer-files'),
  ]);
export const loadDocuments = () => import('./documents/components/documents');
export const loadComposerNotes = () => import('./page/composer-notes');
export const loadMotion = () => import('~/ui/motion');

export { Suggestions } from './components/suggestions';
export type { Starter } from './prompt';
export { usePromptWriting } from './use-prompt-writing';

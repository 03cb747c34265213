import { registerAccountData } from '~/features/account-data/index.server';

import { promptSections } from './archive-sections.server';

export { deletePrompt } from './delete-prompt.server';
export { hideStarter, showAllStarters } from './hide-starter.server';
export { listPrompts, listSuggestions } from './list-prompts.server';
export { readPrompt } from './read-prompt.server';
export { parsePrompt, parsePromptChange, parseStarters } from './requests.server';
export { changePrompt, createPrompt } from './save-prompt.server';

registerAccountData('prompts', { sections: promptSections });

import { readTypedDraft, writeDraft } from '~/lib/tab-drafts';

const DRAFT = 'image-prompt';

/** Keeps a prompt for the next visit of the media creator, for as long as the tab is open. */
export function keepImagePrompt(prompt: string): void {
  writeDraft(DRAFT, prompt);
}

/** The kept prompt, once; otherwise empty. */
export function takeImagePrompt(): string {
  const prompt = readTypedDraft(DRAFT);
  writeDraft(DRAFT, '');
  return prompt;
}

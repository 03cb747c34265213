import { PREVIEW_LENGTH, type PromptList, type Starter } from './prompt';
import { readableTemplate } from './template';

/** A prompt to choose, whoever wrote it. */
export interface Entry {
  id: string;
  name: string;
  preview: string;
  /** Null: a person's own, whose text is asked for when it is chosen. */
  starter: Starter | null;
}

/** A person's own first. */
export function entriesOf({ prompts, starters }: PromptList): Entry[] {
  return [
    ...prompts.map((prompt) => ({
      ...prompt,
      preview: readableTemplate(prompt.preview),
      starter: null,
    })),
    ...starters.map((starter) => ({
      id: starter.id,
      name: starter.name,
      preview: readableTemplate(starter.text).slice(0, PREVIEW_LENGTH),
      starter,
    })),
  ];
}

import { readProfileList } from '~/features/brand/index.server';
import { models } from '~/gateways/ai/index.server';

import type { ModelChoice, SettingsChoices } from '../conversations/settings/conversation-settings';
import { modelNames } from './model-names';

/** What a person may choose for a conversation. */
export async function readChoices(userId: string): Promise<SettingsChoices> {
  const { profiles, selectedId } = await readProfileList(userId);
  return {
    profiles: profiles.map(({ id, name }) => ({ id, name })),
    selectedId,
    models: modelChoices(),
  };
}

function modelChoices(): ModelChoice[] {
  const offered = models();
  const names = modelNames(offered.map(({ id }) => id));
  return offered.map((model, index) => ({ ...model, name: names[index]! }));
}

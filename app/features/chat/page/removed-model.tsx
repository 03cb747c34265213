import { Button } from '~/ui/button';

import { modelInUse, type SettingsChoices } from '../conversations/settings/conversation-settings';
import type { Settings } from '../conversations/settings/use-settings';

/** Says that the chosen model is gone, and which one answers instead. */
export function RemovedModel({
  settings,
  choices,
}: {
  settings: Settings;
  choices: SettingsChoices;
}) {
  const { model } = modelInUse(settings.shown.model, choices.models);
  return (
    <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3 rounded-md bg-sunken px-3 py-1.5 text-sm">
      <p>The AI model you chose is no longer available. {model.name} answers instead.</p>
      <Button variant="ghost" size="sm" onClick={() => settings.change({ model: null })}>
        Use {model.name}
      </Button>
    </div>
  );
}

import { useNavigate } from '@remix-run/react';
import { useState } from 'react';

import { showFailure } from '~/features/accounts';
import { Button } from '~/ui/button';

import { beginConversationWith } from '../conversations/new-chat';
import { modelInUse, type SettingsChoices } from '../conversations/settings/conversation-settings';
import type { Settings } from '../conversations/settings/use-settings';
import { chatTexts } from '../texts';
import { readTypedDraft } from './drafts';

// What the page says at the composer, which is loaded when there is something to say.

export { OutOfTokens } from '~/features/billing';

/** Says that the open conversation was deleted elsewhere, and takes what was typed to a new one. */
export function DeletedNotice({ id }: { id: string }) {
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);

  async function startNew() {
    setPending(true);
    try {
      navigate(`/ai-lab/chat/${await beginConversationWith(readTypedDraft(id))}`);
    } catch (error) {
      showFailure(error, chatTexts.createFailed);
      setPending(false);
    }
  }

  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-accent/40 bg-accent-soft px-4 py-3 text-sm"
    >
      <div className="min-w-48 flex-1">
        <p className="font-medium">
          This conversation was deleted in another tab or on another device.
        </p>
        <p className="text-muted">Anything you’ve typed moves to your new chat.</p>
      </div>
      <Button variant="secondary" size="sm" pending={pending} onClick={() => void startNew()}>
        New Chat
      </Button>
    </div>
  );
}

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

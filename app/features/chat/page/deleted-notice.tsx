import { useNavigate } from '@remix-run/react';
import { useState } from 'react';

import { showFailure } from '~/features/accounts';
import { Button } from '~/ui/button';

import { beginConversationWith } from '../conversations/new-chat';
import { chatTexts } from '../texts';
import { readTypedDraft } from './drafts';

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

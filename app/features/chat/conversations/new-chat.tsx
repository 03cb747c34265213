import { useNavigate } from '@remix-run/react';
import { useCallback, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { localSelection } from '~/features/brand';
import { client } from '~/http/client';
import { Button } from '~/ui/button';
import { Plus } from '~/ui/display/shared-icons';

import { writeDraft } from '../page/drafts';
import { chatTexts } from '../texts';
import type { ConversationsApi } from './routes/conversations';

const api = client<ConversationsApi>();

/** Creates an empty conversation and returns its id. */
export async function requestNewConversation(): Promise<string> {
  const { id } = await api.post('/api/conversations', {
    body: { localProfileId: localSelection() },
  });
  // A proxy may respond instead of the server, and without an id there is no page to open.
  if (!id) throw new TypeError('creation gave no id');
  return id;
}

/** Creates a conversation with this text as the draft of its first message, and returns its id. */
export async function beginConversationWith(text: string): Promise<string> {
  const id = await requestNewConversation();
  writeDraft(id, text);
  return id;
}

/** Creates a conversation and opens it, or shows why that failed. */
export function useNewChat(): { pending: boolean; create: () => void } {
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);
  const create = useCallback(() => {
    setPending(true);
    requestNewConversation()
      .then((id) => navigate(`/ai-lab/chat/${id}`))
      .catch((error: unknown) => showFailure(error, chatTexts.createFailed))
      .finally(() => setPending(false));
  }, [navigate]);
  return { pending, create };
}

export function NewChatButton() {
  const { pending, create } = useNewChat();
  return (
    // Send is the page's primary button.
    <Button variant="secondary" onClick={create} pending={pending} className="flex-1">
      <Plus className="size-4" aria-hidden="true" />
      New Chat
    </Button>
  );
}

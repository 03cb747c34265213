import { useNavigate } from '@remix-run/react';
import { useCallback, useState } from 'react';

import { showFailure } from '~/features/accounts';

import { writeDraft } from '../page/drafts';
import { requestNewConversation } from './conversation-requests';
import { chatTexts } from '../texts';

/** New Chat: makes a conversation and opens it, or says why not. */
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

/** A new conversation in whose field this text stands, not sent. Its id. */
export async function beginConversationWith(text: string): Promise<string> {
  const id = await requestNewConversation();
  writeDraft(id, text);
  return id;
}

import { useNavigate } from '@remix-run/react';
import { Plus } from 'lucide-react';
import { useState } from 'react';

import { tellFailure } from '~/features/auth';
import { Button } from '~/ui/button';

import { requestNewConversation } from '../conversation-requests';
import { chatMessages } from '../messages';

export function NewChatButton() {
  const navigate = useNavigate();
  const [pending, setPending] = useState(false);

  async function create() {
    setPending(true);
    try {
      navigate(`/ai-lab/chat/${await requestNewConversation()}`);
    } catch (error) {
      tellFailure(error, chatMessages.createFailed);
    } finally {
      setPending(false);
    }
  }

  return (
    <Button onClick={() => void create()} pending={pending} className="flex-1">
      <Plus className="size-4" aria-hidden="true" />
      New Chat
    </Button>
  );
}

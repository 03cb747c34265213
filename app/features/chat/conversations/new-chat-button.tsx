import { Plus } from 'lucide-react';

import { Button } from '~/ui/button';

import { useNewChat } from './use-new-chat';

export function NewChatButton() {
  const { pending, create } = useNewChat();
  return (
    <Button onClick={create} pending={pending} className="flex-1">
      <Plus className="size-4" aria-hidden="true" />
      New Chat
    </Button>
  );
}

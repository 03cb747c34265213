import { Plus } from 'lucide-react';

import { Button } from '~/ui/button';

import { useNewChat } from '../use-new-chat';

export function NewChatButton() {
  const { pending, create } = useNewChat();
  return (
    <Button onClick={create} pending={pending} className="w-full">
      <Plus className="size-4" aria-hidden="true" />
      New Chat
    </Button>
  );
}

import { Button } from '~/ui/button';
import { Plus } from '~/ui/shared-icons';

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

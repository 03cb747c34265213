import { useNavigate } from '@remix-run/react';
import { WandSparkles } from 'lucide-react';

import { showFailure } from '~/features/accounts';
import { Menu } from '~/ui/overlays/menu';

import { chatTexts } from '../../texts';
import type { Purpose } from '../turn-into';

/** Takes an answer to the form that makes something else of it. */
export function TurnIntoMenu({ id }: { id: string }) {
  const navigate = useNavigate();
  const to = (purpose: Purpose) => () => {
    import('../turn-into')
      .then(({ turnInto }) => turnInto(purpose, id))
      .then(navigate, (error: unknown) => showFailure(error, chatTexts.turnFailed));
  };
  return (
    <Menu
      label="Turn into…"
      align="start"
      side="top"
      className="grid size-9 place-items-center rounded-md text-muted transition-colors hover:bg-hover hover:text-text touch:size-11"
      entries={[
        { kind: 'action', label: 'Turn into a post', icon: 'pen-line', onSelect: to('post') },
        { kind: 'action', label: 'Turn into an email', icon: 'mail', onSelect: to('email') },
        { kind: 'action', label: 'Create an image', icon: 'images', onSelect: to('image') },
      ]}
    >
      <WandSparkles className="size-4" aria-hidden="true" />
    </Menu>
  );
}

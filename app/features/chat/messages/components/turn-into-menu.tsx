import { useNavigate } from '@remix-run/react';
import { WandSparkles } from 'lucide-react';
import { useState } from 'react';

import { showFailure } from '~/features/accounts';
import { useLoadOnUse } from '~/ui/load-on-use';
import { Menu } from '~/ui/overlays/menu';

import { chatTexts } from '../../texts';
import type { Purpose } from '../turn-into';
import { requestMessageText } from '../use-messages';

// Both begin in a file of their own, so that the first load doesn't name what they load.
const loadStart = () => import('../turn-into');
const loadCheck = () => loadStart().then(({ loadAnswerCheck }) => loadAnswerCheck());

/** Takes an answer to the form that makes something else of it, or checks it against the brand. */
export function TurnIntoMenu({ id }: { id: string }) {
  const navigate = useNavigate();
  const [checks, setChecks] = useState(false);
  const close = () => setChecks(false);
  const check = useLoadOnUse(loadCheck, checks, close);
  const to = (purpose: Purpose) => () => {
    loadStart()
      .then(({ turnInto }) => turnInto(purpose, id))
      .then(navigate, (error: unknown) => showFailure(error, chatTexts.turnFailed));
  };
  return (
    <>
      <Menu
        label="Turn into…"
        align="start"
        side="top"
        className="grid size-9 place-items-center rounded-md text-muted transition-colors hover:bg-hover hover:text-text touch:size-11"
        entries={[
          { kind: 'action', label: 'Turn into a post', icon: 'pen-line', onSelect: to('post') },
          { kind: 'action', label: 'Turn into an email', icon: 'mail', onSelect: to('email') },
          { kind: 'action', label: 'Create an image', icon: 'images', onSelect: to('image') },
          { kind: 'action', label: 'Check', icon: 'list-checks', onSelect: () => setChecks(true) },
        ]}
      >
        <WandSparkles className="size-4" aria-hidden="true" />
      </Menu>
      {checks && check && (
        <check.AnswerCheck id={id} text={() => requestMessageText(id)} onClose={close} />
      )}
    </>
  );
}

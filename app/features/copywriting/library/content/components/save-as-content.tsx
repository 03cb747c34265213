import { BookmarkPlus } from '~/ui/display/shared-icons';
import { useCallback, useState } from 'react';

import { Button } from '~/ui/button';
import { useLoadOnUse } from '~/ui/load-on-use';

const load = () => import('./load-save-window').then((later) => later.loadSaveWindow());

interface SaveAsContentProps {
  /** The generation of the text. */
  id: string;
  /** Called when the button is pressed. */
  text: () => Promise<string>;
}

/** A button that saves a text of the AI as content. */
export function SaveAsContent({ id, text }: SaveAsContentProps) {
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  const loaded = useLoadOnUse(load, open, close);
  return (
    <>
      <Button
        variant="ghost"
        size="icon"
        aria-label="Save as content"
        title="Save as content"
        pending={open && loaded === undefined}
        onClick={() => setOpen(true)}
      >
        <BookmarkPlus className="size-4" aria-hidden="true" />
      </Button>
      {open && loaded && <loaded.SaveContentWindow id={id} text={text} onClose={close} />}
    </>
  );
}

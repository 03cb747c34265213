import { BookmarkPlus } from '~/ui/display/shared-icons';
import { useCallback, useState } from 'react';

import { Button } from '~/ui/button';
import { useLoadOnUse } from '~/ui/load-on-use';

const load = () => import('./save-content-window');

/** A button that saves a text from elsewhere as content. `text` is called when it is pressed. */
export function SaveAsContent({ text }: { text: () => Promise<string> }) {
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
      {open && loaded && <loaded.SaveContentWindow text={text} onClose={close} />}
    </>
  );
}

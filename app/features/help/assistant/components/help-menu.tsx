import { useCallback, useRef, useState } from 'react';

import { Button } from '~/ui/button';
import { useLoadOnUse } from '~/ui/load-on-use';
import { CircleQuestionMark } from '~/ui/display/shared-icons';

import type { ContactPerson } from '../../contact/contact';

const load = () => import('./help-window');

function preload(): void {
  load().catch(() => {
    // Opening the menu tries again, and shows when that fails.
  });
}

/** The help button in the header. Its window is loaded when the button is hovered or focused. */
export function HelpMenu({ person }: { person: ContactPerson }) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => setOpen(false), []);
  const loaded = useLoadOnUse(load, open, close);
  return (
    <>
      <Button
        ref={button}
        variant="ghost"
        size="icon"
        aria-label="Help"
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setOpen(!open)}
      >
        <CircleQuestionMark className="size-5" aria-hidden="true" />
      </Button>
      {loaded !== undefined && (
        <loaded.HelpWindow open={open} onOpenChange={setOpen} button={button} person={person} />
      )}
    </>
  );
}

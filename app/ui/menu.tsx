import { useRef, useState, type ButtonHTMLAttributes } from 'react';

import { useLoadOnUse } from './load-on-use';
import type { MenuProps } from './menu-props';

const load = () => import('./menu-window');

function preload(): void {
  load().catch(() => {
    // Not needed yet; opening tries again and says so when it fails.
  });
}

/** A menu button. The menu's code is loaded when someone reaches for the button. */
export function Menu({ label, children, className, ...rest }: MenuProps) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const loaded = useLoadOnUse(load, open, () => setOpen(false));
  const props: ButtonHTMLAttributes<HTMLButtonElement> = {
    type: 'button',
    className,
    'aria-label': label,
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    onPointerEnter: preload,
    onFocus: preload,
    onClick: () => setOpen(!open),
    onKeyDown: (event) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      setOpen(true);
    },
  };
  return (
    <span className="relative inline-flex">
      <button ref={button} {...props}>
        {children}
      </button>
      {loaded !== undefined && (
        <loaded.MenuWindow
          {...rest}
          label={label}
          open={open}
          onOpenChange={setOpen}
          button={button}
        />
      )}
    </span>
  );
}

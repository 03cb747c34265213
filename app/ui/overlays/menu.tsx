import { useRef, useState, type ButtonHTMLAttributes } from 'react';

import { useLoadOnUse } from '../load-on-use';
import type { MenuProps } from './menu-window';

/** The three dots of a row's menu. Plain SVG, because a page may draw it for many rows. */
export function DotsIcon() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-4">
      <path
        d="M5 12h.01M12 12h.01M19 12h.01"
        className="stroke-current stroke-4 [stroke-linecap:round]"
      />
    </svg>
  );
}

const load = () => import('./menu-window');

function preload(): void {
  load().catch(() => {
    // Not needed yet: opening tries again and reports a failure.
  });
}

/** A menu button. The menu's code is loaded when the pointer or the focus reaches the button. */
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

import type { ReactNode, RefObject } from 'react';

import { ICONS, type IconName } from './menu-icons';

import { Link } from '@remix-run/react';
import { DropdownMenu as Radix } from 'radix-ui';

import { Check } from '../display/shared-icons';

export type MenuEntry =
  | { kind: 'action'; label: string; icon?: IconName; danger?: boolean; onSelect: () => void }
  /** One of several entries of which one is checked. */
  | { kind: 'choice'; label: string; hint?: string; checked: boolean; onSelect: () => void }
  | { kind: 'link'; label: string; icon?: IconName; to: string }
  | { kind: 'separator' };

export interface MenuProps {
  /** The accessible name of the button and the menu. */
  label: string;
  /** A function is called whenever the menu is drawn. */
  entries: MenuEntry[] | (() => MenuEntry[]);
  /** The button's content and look. */
  children: ReactNode;
  className?: string;
  /** Shown above the entries, not selectable. */
  heading?: ReactNode;
  align?: 'start' | 'end';
  side?: 'top' | 'bottom';
}

interface MenuWindowProps extends Omit<MenuProps, 'children' | 'className'> {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  button: RefObject<HTMLButtonElement>;
}

/**
 * The landmark that a menu's button is in: the menu belongs there, and screen readers find it there. In a window, which is none
 * and may clip its content, the menu goes to the end of the page.
 */
function landmarkAround(button: HTMLElement | null): HTMLElement | null {
  const within = button?.closest<HTMLElement>(
    'main, nav, aside, [role=complementary], [role=dialog]',
  );
  // A header is a landmark only outside of these.
  const landmark = within ?? button?.closest<HTMLElement>('header');
  return landmark?.hasAttribute('data-state') ? null : (landmark ?? null);
}

const ITEM =
  'flex min-h-9 items-center gap-2.5 rounded-md px-2.5 text-sm outline-none data-highlighted:bg-hover touch:min-h-11';

export function MenuWindow({
  label,
  entries,
  heading,
  align = 'end',
  side = 'bottom',
  open,
  onOpenChange,
  button,
}: MenuWindowProps) {
  return (
    // Not modal: the scroll lock would shift the page, and the page behind a menu can stay usable.
    <Radix.Root open={open} onOpenChange={onOpenChange} modal={false}>
      {/* Radix positions the menu by its own trigger; the real button existed before this code was loaded. */}
      <Radix.Trigger asChild>
        <span aria-hidden="true" className="pointer-events-none absolute inset-0" />
      </Radix.Trigger>
      <Radix.Portal container={open ? landmarkAround(button.current) : null}>
        <Radix.Content
          aria-label={label}
          aria-labelledby={undefined}
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          loop
          onInteractOutside={(event) => {
            // The button's own click closes the menu; closing it here as well would open it again.
            if (button.current?.contains(event.target as Node)) event.preventDefault();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // A click elsewhere has already moved the focus.
            const focused = document.activeElement;
            if (focused === null || focused === document.body) button.current?.focus();
          }}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) max-w-[min(22rem,calc(100vw-1rem))] min-w-56 animate-rise-in overflow-y-auto rounded-lg border bg-raised p-1.5 shadow-overlay"
        >
          {heading !== undefined && (
            <Radix.Label className="border-b px-2.5 pt-1.5 pb-2.5 text-sm">{heading}</Radix.Label>
          )}
          {(typeof entries === 'function' ? entries() : entries).map((entry, index) => (
            <Entry key={index} entry={entry} button={button} />
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function Entry({ entry, button }: { entry: MenuEntry; button: RefObject<HTMLButtonElement> }) {
  if (entry.kind === 'separator') return <Radix.Separator className="my-1.5 h-px bg-border" />;
  if (entry.kind === 'choice') {
    return (
      <Radix.CheckboxItem
        // Radix's own radio group would need a value and another element for this.
        role="menuitemradio"
        checked={entry.checked}
        onSelect={entry.onSelect}
        className={`${ITEM} cursor-pointer`}
      >
        <Check
          className={`size-4 shrink-0 text-accent ${entry.checked ? '' : 'invisible'}`}
          aria-hidden="true"
        />
        <span className="min-w-0 flex-1 truncate">{entry.label}</span>
        {entry.hint !== undefined && <span className="text-xs text-muted">{entry.hint}</span>}
      </Radix.CheckboxItem>
    );
  }
  const Icon = entry.icon && ICONS[entry.icon];
  const content = (
    <>
      {Icon !== undefined && <Icon className="size-4 shrink-0 text-muted" aria-hidden="true" />}
      {entry.label}
    </>
  );
  if (entry.kind === 'link') {
    return (
      <Radix.Item asChild className={ITEM}>
        <Link to={entry.to}>{content}</Link>
      </Radix.Item>
    );
  }
  return (
    <Radix.Item
      onSelect={() => {
        // A dialog that the entry opens returns the focus to the previously focused element, and the entry no longer
        // exists then.
        button.current?.focus();
        entry.onSelect();
      }}
      className={`${ITEM} cursor-pointer ${entry.danger ? 'text-danger' : ''}`}
    >
      {content}
    </Radix.Item>
  );
}

import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
} from 'react';

import { ICONS, type IconName } from './menu-icons';

import { Dialog as Radix } from 'radix-ui';

import { buttonClass } from '../button';
import { Search, X } from '../display/shared-icons';
import { SpinnerIcon } from '../feedback/progress';
import { isComposing } from '../keyboard';
import { allowRadixStyles } from './radix-styles';

export interface PaletteOption {
  /** The option's index among all options. */
  id: string;
  icon?: IconName;
  /** The address of a small image, shown instead of the icon. */
  image?: string;
  content: ReactNode;
  /** At the right end of the row. */
  hint?: ReactNode;
  onSelect: () => void;
  /** Choosing it leaves the palette open and the focus in its field. */
  stays?: boolean;
}

export interface PaletteGroup {
  label: string;
  options: PaletteOption[];
  /** Shown in place of options that are still loading. */
  placeholder?: ReactNode;
}

export interface PaletteProps {
  /** The accessible name of the field and the window. */
  label: string;
  placeholder: string;
  text: string;
  onTextChange: (text: string) => void;
  groups: PaletteGroup[];
  /** The options shown don't match the current text yet. */
  busy: boolean;
  /** Announced when it changes. */
  status: string;
  /** Shown below the field when there are no options or something is wrong. */
  note?: ReactNode;
}

allowRadixStyles();

interface PaletteWindowProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  label: string;
  /** A `PaletteField`; created anew each time the palette opens. */
  children: ReactNode;
}

/** Runs the chosen option after the window has closed and the focus has returned. */
const Choose = createContext<(run: () => void) => void>((run) => run());

/** A modal window at the top of the screen. */
export function PaletteWindow({ open, onOpenChange, label, children }: PaletteWindowProps) {
  const opener = useRef<Element | null>(null);
  const chosen = useRef<(() => void) | null>(null);
  const choose = useCallback(
    (run: () => void) => {
      chosen.current = run;
      onOpenChange(false);
    },
    [onOpenChange],
  );
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 animate-fade-in bg-backdrop" />
        <Radix.Content
          // Its own shortcut closes it.
          data-palette
          aria-describedby={undefined}
          onOpenAutoFocus={() => {
            opener.current = document.activeElement;
            chosen.current = null;
          }}
          onCloseAutoFocus={(event) => {
            // Radix returns the focus to its own trigger, which doesn't exist here.
            event.preventDefault();
            if (opener.current instanceof HTMLElement) opener.current.focus();
            chosen.current?.();
          }}
          onInteractOutside={(event) => {
            const inToast = event.target instanceof Element && event.target.closest('[data-toast]');
            if (inToast) event.preventDefault();
          }}
          className="fixed inset-x-0 top-0 z-40 mx-auto mt-2 flex max-h-[calc(100dvh-1rem)] w-[calc(100%-1rem)] max-w-2xl animate-rise-in flex-col overflow-hidden rounded-xl border bg-raised shadow-overlay sm:mt-[12vh] sm:max-h-[76vh]"
        >
          <Radix.Title className="sr-only">{label}</Radix.Title>
          <Choose.Provider value={choose}>{children}</Choose.Provider>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** A field with a list of options that is operated from the field: arrow keys, Enter, Escape. */
export function PaletteField({
  label,
  placeholder,
  text,
  onTextChange,
  groups,
  busy,
  status,
  note,
}: PaletteProps) {
  const choose = useContext(Choose);
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const options = groups.flatMap((group) => group.options);
  const { active, move, point } = useActive(options, text, list);

  function select(option: PaletteOption) {
    if (option.stays) option.onSelect();
    else choose(option.onSelect);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (isComposing(event)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      move(step);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (active) select(active);
    }
  }

  return (
    <>
      <div className="flex items-center gap-2 border-b py-1.5 pr-2 pl-4">
        {busy ? (
          <SpinnerIcon />
        ) : (
          <Search className="size-4 shrink-0 text-muted" aria-hidden="true" />
        )}
        <input
          role="combobox"
          aria-label={label}
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active && optionId(id, active)}
          type="text"
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          placeholder={placeholder}
          value={text}
          onChange={(event) => onTextChange(event.target.value)}
          onKeyDown={onKeyDown}
          className="h-11 min-w-0 flex-1 bg-transparent px-1 outline-none placeholder:text-muted"
        />
        <Radix.Close aria-label="Close" className={buttonClass({ variant: 'ghost', size: 'icon' })}>
          <X className="size-4" aria-hidden="true" />
        </Radix.Close>
      </div>
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label="Results"
        aria-busy={busy}
        // The options are reached from the field; this is for scrolling.
        tabIndex={-1}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-2 outline-none empty:hidden"
      >
        {groups.map((group, index) => (
          <div key={group.label} role="group" aria-labelledby={`${id}-group-${index}`}>
            <p
              id={`${id}-group-${index}`}
              role="presentation"
              className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted"
            >
              {group.label}
            </p>
            {group.placeholder}
            {group.options.map((option) => (
              <Option
                key={option.id}
                id={optionId(id, option)}
                option={option}
                active={option === active}
                onPoint={() => point(option)}
                onSelect={() => select(option)}
              />
            ))}
          </div>
        ))}
      </div>
      {note !== undefined && <div className="px-4 py-6 text-center text-sm text-muted">{note}</div>}
      <p role="status" className="sr-only">
        {status}
      </p>
    </>
  );
}

/** Which option Enter would choose: the first one until the person moves to another. */
function useActive(
  options: readonly PaletteOption[],
  text: string,
  list: RefObject<HTMLDivElement>,
) {
  const [at, setAt] = useState<{ id: string; index: number; text: string } | null>(null);
  const current = at?.text === text ? at : null;
  const known = options.findIndex(({ id }) => id === current?.id);
  // If the active option disappears, the one that takes its place becomes active.
  const index = known === -1 ? Math.min(current?.index ?? 0, options.length - 1) : known;
  const active = options[index];

  const moved = useRef(false);
  useEffect(() => {
    if (moved.current) {
      const chosen = list.current?.querySelector('[aria-selected="true"]');
      chosen?.scrollIntoView({ block: 'nearest' });
    }
    moved.current = false;
  });

  return {
    active,
    move(step: number) {
      const next = (index + step + options.length) % options.length;
      const option = options[next];
      if (!option) return;
      moved.current = true;
      setAt({ id: option.id, index: next, text });
    },
    point(option: PaletteOption) {
      if (option !== active) setAt({ id: option.id, index: options.indexOf(option), text });
    },
  };
}

function optionId(id: string, option: PaletteOption): string {
  return `${id}-${option.id}`;
}

interface OptionProps {
  id: string;
  option: PaletteOption;
  active: boolean;
  onPoint: () => void;
  onSelect: () => void;
}

function Option({ id, option, active, onPoint, onSelect }: OptionProps) {
  const Icon = option.icon && ICONS[option.icon];
  return (
    // The field keeps the focus and handles the keys.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events
    <div
      id={id}
      role="option"
      aria-selected={active}
      tabIndex={-1}
      onMouseDown={(event) => event.preventDefault()}
      onMouseMove={onPoint}
      onClick={onSelect}
      className="flex min-h-10 cursor-pointer items-center gap-3 rounded-md px-3 py-1.5 text-sm current-row touch:min-h-11"
    >
      {option.image === undefined ? (
        Icon && <Icon className="size-4 shrink-0 text-muted" aria-hidden="true" />
      ) : (
        <img
          src={option.image}
          alt=""
          decoding="async"
          className="-my-0.5 -ml-1 size-8 shrink-0 rounded-sm bg-sunken object-cover"
        />
      )}
      <div className="min-w-0 flex-1">{option.content}</div>
      {option.hint}
    </div>
  );
}

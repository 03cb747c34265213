import { type KeyboardEvent, type MutableRefObject, useEffect, useState } from 'react';

import { showFailure } from '~/features/accounts';
import { client, refusalText } from '~/http/client';
import { SkeletonList } from '~/ui/feedback/skeleton';
import { useIsShown } from '~/ui/use-is-shown';

import { entriesOf, type Entry, matchPrompts } from '../entries';
import type { PromptsApi } from '../routes/prompts';
import { promptTexts } from '../texts';
import { usePrompts } from '../use-prompts';

/** Handles a key of the message's field for the list; true if the list used it. */
export type PickerKeys = (event: KeyboardEvent) => boolean;

const api = client<PromptsApi>();

interface SlashListProps {
  id: string;
  search: string;
  /** Receives the function that handles the field's keys. */
  keysRef: MutableRefObject<PickerKeys>;
  /** Enter was pressed before there was anything to choose. */
  enteredRef: MutableRefObject<boolean>;
  /** The id of the option that Enter chooses. */
  onActive(id: string | undefined): void;
  onChoose(prompt: { name: string; text: string }): void;
}

const MAX_SHOWN = 50;

/** The prompts that a slash in the empty message brings up, controlled by the keys of its field. */
export function SlashList({ id, search, keysRef, enteredRef, onActive, onChoose }: SlashListProps) {
  const { list, failed } = usePrompts();
  const [at, setAt] = useState(0);
  const [searched, setSearched] = useState(search);
  const [pending, setPending] = useState(false);
  const isShown = useIsShown();
  if (searched !== search) {
    setSearched(search);
    setAt(0);
  }
  const found = list ? matchPrompts(entriesOf(list), search).slice(0, MAX_SHOWN) : [];
  const active = found[Math.min(at, found.length - 1)];
  const optionId = (entry: Entry) => `${id}-${entry.id}`;
  const activeId = active && optionId(active);

  async function choose(entry: Entry) {
    if (entry.starter) return onChoose(entry.starter);
    setPending(true);
    try {
      const { prompt } = await api.get('/api/prompts/:id', { params: { id: entry.id } });
      if (isShown()) onChoose(prompt);
    } catch (error) {
      showFailure(error, refusalText(error, promptTexts.loadFailed));
    } finally {
      setPending(false);
    }
  }

  function handleKey(event: KeyboardEvent): boolean {
    if (list === null && !failed && event.key === 'Enter' && !event.shiftKey) {
      enteredRef.current = true;
      event.preventDefault();
      return true;
    }
    if (active === undefined) return false;
    if (event.key === 'ArrowDown') setAt((at + 1) % found.length);
    else if (event.key === 'ArrowUp') setAt((at - 1 + found.length) % found.length);
    else if ((event.key === 'Enter' && !event.shiftKey) || event.key === 'Tab') {
      if (event.key === 'Tab' && event.shiftKey) return false;
      if (!pending) void choose(active);
    } else return false;
    event.preventDefault();
    return true;
  }
  useEffect(() => {
    keysRef.current = handleKey;
  });
  useEffect(() => () => void (keysRef.current = () => false), [keysRef]);
  useEffect(() => {
    if (list === null || !enteredRef.current) return;
    enteredRef.current = false;
    if (active) queueMicrotask(() => void choose(active));
  });
  useEffect(() => {
    onActive(activeId);
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
    return () => onActive(undefined);
  }, [activeId, onActive]);

  // The failure has been shown, and the slash is plain text.
  if (failed) return null;
  return (
    <div className="absolute inset-x-0 bottom-full z-20 mb-2 animate-rise-in rounded-xl border bg-raised p-1.5 shadow-overlay">
      <div
        id={id}
        role="listbox"
        aria-label="Prompts"
        aria-busy={list === null || pending}
        // Scrollable, so it must be focusable.
        tabIndex={0}
        className="max-h-[min(20rem,45dvh)] overflow-y-auto"
      >
        {found.map((entry) => (
          // eslint-disable-next-line jsx-a11y/click-events-have-key-events -- the field keeps the focus and handles the keys
          <div
            key={entry.id}
            id={optionId(entry)}
            role="option"
            tabIndex={-1}
            aria-selected={entry === active}
            // The field keeps the focus.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => void choose(entry)}
            className="cursor-pointer rounded-md px-3 py-2 text-sm current-row hover:bg-hover touch:min-h-11"
          >
            <span className="block truncate font-medium">{entry.name}</span>
            <span className="block truncate text-xs text-muted">{entry.preview}</span>
          </div>
        ))}
      </div>
      {list === null && (
        <SkeletonList label="Loading prompts…" count={3} shape="h-12" className="space-y-1" />
      )}
      <p
        role="status"
        className={found.length > 0 || list === null ? 'sr-only' : 'px-3 py-2 text-sm text-muted'}
      >
        {list !== null &&
          (found.length === 0
            ? 'No prompts match.'
            : `${found.length === 1 ? '1 prompt' : `${found.length} prompts`}. Use the arrow keys to choose, Enter to insert, and Escape to close.`)}
      </p>
    </div>
  );
}

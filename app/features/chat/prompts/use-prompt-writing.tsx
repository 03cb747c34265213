import {
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
  type TextareaHTMLAttributes,
} from 'react';

import { isComposing } from '~/ui/keyboard';
import { useLoadOnUse } from '~/ui/load-on-use';

import type { PickerKeys } from './components/slash-list';
import { blanksOf } from './template';

export interface PromptWriting {
  /** For the message's field. */
  fieldProps: TextareaHTMLAttributes<HTMLTextAreaElement>;
  /** True if the list handled the key. */
  onKeyDown: PickerKeys;
  /** Call it when the person types. */
  typed(before: string, after: string): void;
  openLibrary(): void;
  /** Inserts a prompt into the message, after asking for the values of its blanks; `from` is where it was chosen. */
  use(prompt: { name: string; text: string }, from?: DOMRect): void;
  /** The list and dialogs that are open; the list needs a positioned parent. */
  parts: ReactNode;
}

const later = () => import('../loaded-later');
const loadPicker = () => later().then(({ loadSlashList }) => loadSlashList());
const loadLibrary = () => later().then(({ loadLibrary }) => loadLibrary());
const loadBlanks = () => later().then(({ loadBlanks }) => loadBlanks());
const loadMotion = () => later().then(({ loadMotion }) => loadMotion());

/** The prompts for the field of a message: a list at "/", the library, and the dialog for blanks. */
export function usePromptWriting({
  text,
  write,
  field,
}: {
  text: string;
  write(next: string): void;
  field: RefObject<HTMLTextAreaElement>;
}): PromptWriting {
  const listId = useId();
  const [slashed, setSlashed] = useState(false);
  const [activeId, setActiveId] = useState<string>();
  /** The number of prompts that have been inserted into the field. */
  const [inserted, setInserted] = useState(0);
  const [library, setLibrary] = useState(false);
  const [filling, setFilling] = useState<{ name: string; text: string } | null>(null);
  /** Gets the focus when a dialog closes: the field after a prompt was inserted; null for what had it before. */
  const returnTo = useRef<HTMLTextAreaElement | null>(null);
  /** What the next insertion shows as moving into the field. */
  const moving = useRef<{ name: string; from: DOMRect } | null>(null);
  const keys = useRef<PickerKeys>(() => false);
  /** Enter was pressed before the prompts had loaded: it chooses the first match and must not send the message. */
  const entered = useRef(false);
  const latest = useRef(text);
  useEffect(() => {
    latest.current = text;
  });

  const picking = slashed && isSearch(text);
  const picker = useLoadOnUse(
    loadPicker,
    picking,
    useCallback(() => setSlashed(false), []),
  );
  const libraryWindow = useLoadOnUse(
    loadLibrary,
    library,
    useCallback(() => setLibrary(false), []),
  );
  const blanksDialog = useLoadOnUse(
    loadBlanks,
    filling !== null,
    useCallback(() => setFilling(null), []),
  );

  const insert = useCallback(
    (prompt: string) => {
      const current = slashed && isSearch(latest.current) ? '' : latest.current.trimEnd();
      write(current === '' ? prompt : `${current}\n\n${prompt}`);
      setSlashed(false);
      setInserted((count) => count + 1);
    },
    [slashed, write],
  );
  useEffect(() => {
    const area = field.current;
    if (inserted === 0 || !area) return;
    returnTo.current = area;
    area.focus();
    area.setSelectionRange(area.value.length, area.value.length);
    const move = moving.current;
    moving.current = null;
    if (move === null) return;
    loadMotion().then(
      ({ showMove }) => showMove(move.from, area.getBoundingClientRect(), move.name),
      () => {
        // Only the motion is missing.
      },
    );
  }, [inserted, field]);

  const use = useCallback(
    (prompt: { name: string; text: string }, from?: DOMRect) => {
      returnTo.current = null;
      moving.current = from ? { name: prompt.name, from } : null;
      if (blanksOf(prompt.text).length === 0) insert(prompt.text);
      else setFilling(prompt);
    },
    [insert],
  );

  return {
    fieldProps: picking
      ? {
          'aria-autocomplete': 'list',
          'aria-haspopup': 'listbox',
          'aria-controls': listId,
          'aria-activedescendant': activeId,
        }
      : {},
    onKeyDown: (event) => {
      if (!picking || isComposing(event)) return false;
      if (event.key === 'Escape') {
        setSlashed(false);
        return true;
      }
      if (picker) return keys.current(event);
      if (event.key !== 'Enter' || event.shiftKey) return false;
      event.preventDefault();
      entered.current = true;
      return true;
    },
    typed: useCallback((before: string, after: string) => {
      entered.current = false;
      if (before === '' && after === '/') setSlashed(true);
      else if (!isSearch(after)) setSlashed(false);
    }, []),
    openLibrary: () => {
      returnTo.current = null;
      setLibrary(true);
    },
    use,
    parts: (
      <>
        {picking && picker && (
          <picker.SlashList
            id={listId}
            search={text.slice(1)}
            keysRef={keys}
            enteredRef={entered}
            onActive={setActiveId}
            onChoose={use}
          />
        )}
        {libraryWindow && (
          <libraryWindow.PromptLibrary
            open={library}
            onOpenChange={setLibrary}
            returnTo={returnTo}
            onChoose={(prompt) => {
              setLibrary(false);
              use(prompt);
            }}
          />
        )}
        {blanksDialog && (
          <blanksDialog.BlanksDialog
            prompt={filling}
            returnTo={returnTo}
            onClose={() => setFilling(null)}
            onInsert={(filled) => {
              insert(filled);
              setFilling(null);
            }}
          />
        )}
      </>
    ),
  };
}

const MAX_SEARCH = 80;

/** True if the message is only a slash and a search. */
function isSearch(text: string): boolean {
  return text.startsWith('/') && !text.includes('\n') && text.length <= MAX_SEARCH;
}

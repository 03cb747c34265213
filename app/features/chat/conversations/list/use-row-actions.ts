import { useNavigate, useParams } from '@remix-run/react';
import { useEffect, useMemo, useRef, type KeyboardEvent } from 'react';

import { LOAD_FAILED } from '~/ui/load-on-use';
import { toastError } from '~/ui/feedback/toast';

import type { RowActions } from './components/conversation-row';
import type { ListQuestion } from './components/list-dialogs';
import type { ConversationEvent, ConversationItem } from '../conversation';
import type * as Organize from '../../folders/organize';
import type { Place } from '../../folders/organize';

interface ActionsOptions {
  apply: (change: ConversationEvent) => void;
  ask: (question: ListQuestion) => void;
  share: (item: ConversationItem) => void;
  exportOne: (item: ConversationItem) => void;
  select: (item: ConversationItem) => void;
  choose: (item: ConversationItem, upTo: boolean) => void;
  /** These conversations will leave their rows; called once they have. */
  leaving: (items: ConversationItem[]) => () => void;
}

/** The actions of rows and dialogs; they are stable, so that rows are drawn only when they change. */
export function useRowActions(options: ActionsOptions): { on: RowActions; place: Place } {
  const navigate = useNavigate();
  const { conversationId } = useParams();
  const { apply } = options;
  const place = useMemo(
    (): Place => ({ currentId: conversationId, apply, navigate: (...to) => navigate(...to) }),
    [conversationId, apply, navigate],
  );
  const latest = useRef({ ...options, place });
  useEffect(() => {
    latest.current = { ...options, place };
  });

  const on = useMemo((): RowActions => {
    const organize = (
      work: (module: typeof Organize, place: Place) => Promise<boolean>,
      items: ConversationItem[],
    ) => {
      const left = latest.current.leaving(items);
      import('../../folders/organize').then(
        (module) => work(module, latest.current.place).then((done) => void (done && left())),
        () => toastError(LOAD_FAILED),
      );
    };
    return {
      apply: (change) => latest.current.apply(change),
      share: (item) => latest.current.share(item),
      exportOne: (item) => latest.current.exportOne(item),
      remove: (items) => latest.current.ask({ about: 'deletion', items }),
      move: (items) => latest.current.ask({ about: 'move', items }),
      pin: (item, pinned) => organize(({ pin }, at) => pin(at, item, pinned), [item]),
      archive: (items) => organize(({ archive }, at) => archive(at, items), items),
      unarchive: (items) => organize(({ unarchive }, at) => unarchive(at, items), items),
      select: (item) => latest.current.select(item),
      choose: (item, upTo) => latest.current.choose(item, upTo),
    };
  }, []);
  return { on, place };
}

/** Where the arrow keys move the focus: rows, and the headings of the parts. */
const STOP = '[data-stop]';

/** The arrow keys move by one row, Home and End to the first and last. Returns the element that an arrow key has moved to. */
export function moveInList(
  event: KeyboardEvent<HTMLElement>,
  list: HTMLElement | null,
): HTMLElement | null {
  const from = event.target instanceof Element ? event.target.closest<HTMLElement>(STOP) : null;
  if (list === null || from === null || !list.contains(from)) return null;
  if (event.altKey || event.ctrlKey || event.metaKey) return null;
  switch (event.key) {
    case 'ArrowDown':
    case 'ArrowUp': {
      event.preventDefault();
      const stops = [...list.querySelectorAll<HTMLElement>(STOP)];
      const to = stops[stops.indexOf(from) + (event.key === 'ArrowDown' ? 1 : -1)];
      to?.focus();
      return to ?? null;
    }
    case 'Home':
    case 'End': {
      event.preventDefault();
      const toEnd = event.key === 'End';
      // Rows that are far away are drawn only when they are scrolled to.
      list.scrollIntoView({ block: toEnd ? 'end' : 'start' });
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          const stops = list.querySelectorAll<HTMLElement>(STOP);
          stops[toEnd ? stops.length - 1 : 0]?.focus();
        }),
      );
      return null;
    }
    default:
      return null;
  }
}

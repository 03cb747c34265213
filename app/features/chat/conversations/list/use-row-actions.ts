import { useNavigate, useParams } from '@remix-run/react';
import { useEffect, useMemo, useRef } from 'react';

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
  /** These will leave their rows: what is called when they have. */
  leaving: (items: ConversationItem[]) => () => void;
}

/** What rows and dialogs ask for; the actions stay the same, so that rows are drawn only when they change. */
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

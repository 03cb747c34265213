import { ArrowDown } from '~/ui/display/shared-icons';
import {
  Fragment,
  forwardRef,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
  memo,
  type CSSProperties,
  type RefObject,
} from 'react';
import { useLocation } from '@remix-run/react';

import { Button } from '~/ui/button';
import { wasNavigatedTo } from '~/ui/page/document';

import type { AnswerContext } from '../../conversations/conversation';
import type { EarlierMessages } from '../use-messages';
import type { MessageRun as Messages } from '../message-runs';
import { Answer, Question, type AnswerProps, type QuestionProps } from './message';
import { chatTexts } from '../../texts';
import type { Chat } from '../../page/use-chat';

/** In px: closer to the end than this, the transcript follows new text. */
const NEAR_END = 80;
/** In px: earlier messages are loaded when their place is this close above the view. */
const AHEAD = '1200px';

/** In px: the space above a message that was opened by its link and is taller than the view. */
const SHOWN_GAP = 24;
/** In ms: how long the message stays marked. */
const SHOWN_MS = 2_500;

const useBrowserLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;

export interface TranscriptHandle {
  /**
   * Another message is about to replace this one's element: it will have the same position on the screen. Returns a
   * function that cancels this.
   */
  hold(message: HTMLElement): () => void;
  /** Call it when the previously focused element is gone. */
  focus(): void;
  /** Scrolls a message into view, marks it for a moment, and focuses it. False when it isn't in the transcript. */
  show(messageId: string): boolean;
}

interface Held {
  message: HTMLElement;
  id: string | undefined;
  /** Its beginning if that should be visible, or else its end. */
  edge: 'top' | 'bottom';
  at: number;
}

export interface TranscriptProps {
  earlier: Pick<EarlierMessages, 'more' | 'loading' | 'load'>;
  /** The id of the first message in the transcript. */
  first: string | null;
  children: ReactNode;
}

/**
 * The scrolling log: stays at the end while text arrives, unless the person has scrolled away from it. Earlier messages
 * are loaded when their place comes near, and what is far from view costs the browser almost nothing (`transcript-run`).
 */
export const Transcript = forwardRef<TranscriptHandle, TranscriptProps>(function Transcript(
  { earlier, first, children },
  handle,
) {
  const box = useRef<HTMLDivElement>(null);
  const top = useRef<HTMLDivElement>(null);
  /** The height of the log below the upper edge of its box at the last measurement, in px. */
  const fromEnd = useRef(0);
  const shownFirst = useRef(first);
  const content = useRef<HTMLDivElement>(null);
  const atEnd = useRef(true);
  /** The scroll position and the height of the log at the last measurement. */
  const size = useRef('');
  const last = useRef({ top: 0, height: 0 });
  const [away, setAway] = useState(false);
  const held = useRef<Held | null>(null);

  useImperativeHandle(
    handle,
    () => ({
      hold(message) {
        const { top, bottom } = message.getBoundingClientRect();
        const edge = top >= (box.current?.getBoundingClientRect().top ?? 0) ? 'top' : 'bottom';
        const at = edge === 'top' ? top : bottom;
        held.current = { message, id: message.dataset.messageId, edge, at };
        return () => (held.current = null);
      },
      focus: () => box.current?.focus({ preventScroll: true }),
      show(messageId) {
        const element = box.current;
        const message = element?.querySelector<HTMLElement>(
          `[data-message-id="${CSS.escape(messageId)}"]`,
        );
        if (!element || !message) return false;
        atEnd.current = false;
        const room = element.clientHeight - message.offsetHeight;
        const top = message.getBoundingClientRect().top - element.getBoundingClientRect().top;
        // In the middle, or at its beginning if it is taller than the box.
        element.scrollTop += top - Math.max(SHOWN_GAP, room / 2);
        message.focus({ preventScroll: true });
        message.dataset.shown = '';
        setTimeout(() => delete message.dataset.shown, SHOWN_MS);
        return true;
      },
    }),
    [],
  );

  useBrowserLayoutEffect(() => {
    const place = held.current;
    const element = box.current;
    if (!element || !place || place.message.dataset.messageId === place.id) return;
    held.current = null;
    element.scrollTop += place.message.getBoundingClientRect()[place.edge] - place.at;
    // The end isn't followed anymore: the message must stay where it is.
    atEnd.current = false;
    setAway(distanceToEnd(element) >= NEAR_END);
  });

  const toEnd = useCallback(() => {
    const element = box.current;
    if (element) element.scrollTop = element.scrollHeight;
  }, []);

  useBrowserLayoutEffect(toEnd, [toEnd]);

  // Messages were added above; what the person reads stays in its place.
  useBrowserLayoutEffect(() => {
    const element = box.current;
    const before = shownFirst.current;
    shownFirst.current = first;
    if (!element || before === first || before === null || atEnd.current) return;
    if (!element.querySelector(`[data-message-id="${before}"]`)) return;
    // Some browsers would adjust the position a second time.
    element.style.overflowAnchor = 'none';
    element.scrollTop = element.scrollHeight - fromEnd.current;
    requestAnimationFrame(() => (element.style.overflowAnchor = ''));
  }, [first]);

  useEffect(() => {
    const element = box.current;
    if (!element || !content.current) return;
    const observer = new ResizeObserver(() => {
      size.current = sizeOf(element);
      if (atEnd.current) toEnd();
      fromEnd.current = element.scrollHeight - element.scrollTop;
    });
    observer.observe(content.current);
    // A notice above the message field, or a longer message in it, leaves less room.
    observer.observe(element);
    return () => observer.disconnect();
  }, [toEnd]);

  const { more, load } = earlier;
  useEffect(() => {
    if (!more || !top.current) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && load(),
      { root: box.current, rootMargin: `${AHEAD} 0px` },
    );
    observer.observe(top.current);
    return () => observer.disconnect();
    // The new beginning is observed after each page.
  }, [more, first, load]);

  function onScroll() {
    const element = box.current;
    // Where it has another size, the browser has moved it, and the observer is next.
    if (!element || sizeOf(element) !== size.current) return;
    fromEnd.current = element.scrollHeight - element.scrollTop;
    const distance = distanceToEnd(element);
    // A person who scrolls up by a few pixels will scroll further: new text must not pull the view back to the end.
    const leaves =
      element.scrollTop < last.current.top &&
      element.scrollHeight >= last.current.height &&
      distance > 1;
    last.current = { top: element.scrollTop, height: element.scrollHeight };
    atEnd.current = distance < NEAR_END && !leaves;
    setAway(distance >= NEAR_END);
    const place = held.current;
    if (place) place.at = place.message.getBoundingClientRect()[place.edge];
  }

  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={box}
        onScroll={onScroll}
        // The box scrolls, so it must be reachable by keyboard.
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="log"
        aria-label="Conversation"
        // Every token would be read out; the finished answer is announced instead.
        aria-live="off"
        className="h-full overflow-y-auto overscroll-contain"
      >
        <div ref={content} className="mx-auto w-full max-w-3xl space-y-7 px-4 py-8 sm:px-6">
          {more && (
            <div ref={top} className="flex justify-center">
              <Button variant="ghost" size="sm" pending={earlier.loading} onClick={load}>
                Show earlier messages
              </Button>
            </div>
          )}
          {children}
        </div>
      </div>
      {away && (
        <div className="absolute bottom-3 left-1/2 -translate-x-1/2">
          <Button
            variant="secondary"
            size="icon"
            aria-label="Jump to the end"
            onClick={toEnd}
            className="rounded-full shadow-overlay"
          >
            <ArrowDown className="size-4" aria-hidden="true" />
          </Button>
        </div>
      )}
    </div>
  );
});

function sizeOf({ clientWidth, clientHeight }: HTMLElement): string {
  return `${clientWidth} ${clientHeight}`;
}

function distanceToEnd({ scrollHeight, scrollTop, clientHeight }: HTMLElement): number {
  return scrollHeight - scrollTop - clientHeight;
}

export interface MessageRunProps
  extends
    Pick<QuestionProps, 'busy' | 'onEdit' | 'onShowVersion'>,
    Pick<AnswerProps, 'onContinue' | 'onRegenerate'> {
  messages: Messages['messages'];
  /** Where the part of the conversation begins that the AI still reads, if that is one of these messages. */
  context: AnswerContext | null;
}

/** Messages that are drawn together, and cost almost nothing while they are far from view (`transcript-run`). */
export const MessageRun = memo(function MessageRun({
  messages,
  context,
  busy,
  onEdit,
  onContinue,
  onRegenerate,
  onShowVersion,
}: MessageRunProps) {
  return (
    <div
      className="transcript-run space-y-7"
      style={{ '--messages': messages.length } as CSSProperties}
    >
      {messages.map((message) => (
        <Fragment key={message.key}>
          {context !== null && message.id === context.from && (
            <p className="border-t pt-2 text-center text-xs text-balance text-muted">
              {chatTexts.leftOut(context.leftOut)}
            </p>
          )}
          {message.role === 'user' ? (
            <Question
              id={message.id}
              view={message.view}
              text={message.text}
              files={message.files}
              busy={busy}
              onEdit={onEdit}
              onShowVersion={onShowVersion}
            />
          ) : (
            <Answer
              id={message.id ?? ''}
              view={message.view}
              busy={busy}
              onContinue={onContinue}
              onRegenerate={message.parentId === null ? null : onRegenerate}
              onShowVersion={onShowVersion}
            />
          )}
        </Fragment>
      ))}
    </div>
  );
});

const WANTED = /^#message-([0-9a-f-]{36})$/;

/**
 * Scrolls to the message in the address (`#message-…`), in any branch. Returns the element that
 * announces it.
 */
export function useWantedMessage(
  { shown, showVersion }: Pick<Chat, 'shown' | 'showVersion'>,
  transcript: RefObject<TranscriptHandle>,
): RefObject<HTMLParagraphElement> {
  const { hash, key } = useLocation();
  const announcer = useRef<HTMLParagraphElement>(null);
  const done = useRef<string | null>(null);
  const requested = useRef<string | null>(null);

  useEffect(() => {
    const id = WANTED.exec(hash)?.[1];
    if (id === undefined || done.current === key) return;
    if (transcript.current?.show(id)) {
      done.current = key;
      if (announcer.current) announcer.current.textContent = chatTexts.arrived;
    } else if (requested.current !== key && !isReload(key)) {
      requested.current = key;
      void showVersion(id);
    }
  }, [hash, key, shown, showVersion, transcript]);

  return announcer;
}

/** A reloaded page shows the branch that was chosen last, not the one of its link. */
function isReload(key: string): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return (
    (navigation as PerformanceNavigationTiming | undefined)?.type === 'reload' &&
    !wasNavigatedTo(key)
  );
}

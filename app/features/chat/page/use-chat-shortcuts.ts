import { useLocation, useNavigate } from '@remix-run/react';
import { useEffect, useRef } from 'react';

import { useShortcut } from '~/ui/shortcuts/use-shortcut';
import { copyToClipboard } from '~/ui/clipboard';
import { toastError, toastSuccess } from '~/ui/feedback/toast';

import { requestMessageText } from '../messages/message-requests';
import { chatTexts } from '../texts';
import type { Chat } from './use-chat';

/** The chat's part of the keyboard. */
export function useChatShortcuts(chat: Chat): void {
  const navigate = useNavigate();
  const { key } = useLocation();
  /** Where the last step leads, until it is there: keys are pressed faster than pages come. */
  const heading = useRef<string | null>(null);
  const { runningId, stopGeneration } = chat;
  const answer = chat.shown.findLast(({ role, id }) => role === 'assistant' && id !== null)?.id;

  useEffect(() => {
    heading.current = null;
  }, [key]);

  function step(by: 1 | -1) {
    const addresses = listedAddresses();
    const at = addresses.indexOf(heading.current ?? window.location.pathname);
    const next = at === -1 ? addresses[0] : addresses[at + by];
    if (next === undefined) return;
    heading.current = next;
    navigate(next);
  }

  useShortcut('stop', runningId === null ? null : stopGeneration);
  useShortcut('next-conversation', () => step(1));
  useShortcut('previous-conversation', () => step(-1));
  useShortcut(
    'copy-answer',
    answer == null || answer === runningId
      ? null
      : () => {
          copyToClipboard(requestMessageText(answer)).then(
            () => toastSuccess(chatTexts.copied),
            () => toastError(chatTexts.copyFailed),
          );
        },
  );
}

/** The conversations as the sidebar shows them, in its order, whatever it is narrowed to. */
function listedAddresses(): string[] {
  const links = document.querySelectorAll<HTMLAnchorElement>(
    'nav[aria-label="Conversations"] a[href^="/ai-lab/chat/"]',
  );
  return Array.from(links, (link) => link.pathname);
}

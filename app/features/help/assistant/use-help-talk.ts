import { useSyncExternalStore } from 'react';

import { answerErrorText } from '~/features/chat';
import { toastError } from '~/ui/feedback/toast';
import { onSignedOut } from '~/http/client';

import { askHelp, reasonOf } from './ask';
import { MAX_MESSAGES, type AssistantMessage } from './assistant';
import { helpTexts } from '../texts';

export interface HelpLine extends AssistantMessage {
  role: 'user' | 'assistant';
  /** The apology for an answer that did not come. */
  failed?: boolean;
}

interface HelpTalk {
  lines: readonly HelpLine[];
  waiting: boolean;
}

// Kept while the tab is open: closing the menu, or going to the screen that an answer names, loses nothing.
const NOTHING: HelpTalk = { lines: [], waiting: false };
let talk = NOTHING;
const listeners = new Set<() => void>();
let round = 0;

function set(next: HelpTalk): void {
  talk = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function clear(): void {
  round += 1;
  set(NOTHING);
}

onSignedOut(clear);

/** False when nothing was asked: there is no text, or an answer is awaited. */
function ask(content: string): boolean {
  if (talk.waiting || content.trim() === '') return false;
  const lines: HelpLine[] = [...talk.lines, { role: 'user', content: content.trim() }];
  set({ lines, waiting: true });
  void answer(lines, round);
  return true;
}

async function answer(lines: readonly HelpLine[], asking: number): Promise<void> {
  const sent = lines.filter(({ failed }) => !failed).slice(-MAX_MESSAGES);
  let said: HelpLine;
  let failure: string | null = null;
  try {
    const content = await askHelp(sent.map(({ role, content }) => ({ role, content })));
    said = { role: 'assistant', content };
  } catch (error) {
    failure = answerErrorText(reasonOf(error));
    said = { role: 'assistant', content: `${helpTexts.apology} ${failure}`, failed: true };
  }
  // Cleared meanwhile, or signed out.
  if (asking !== round) return;
  if (failure !== null) toastError(failure);
  set({ lines: [...lines, said], waiting: false });
}

/** The talk with the help assistant. */
export function useHelpTalk() {
  const { lines, waiting } = useSyncExternalStore(
    subscribe,
    () => talk,
    () => NOTHING,
  );
  return { lines, waiting, ask, clear };
}

import { type GenerationState, isRunning, type LiveText } from '~/engine/generation';

import type { CategoryId } from '../../formats/categories';
import { formatById, type FormatId } from '../../formats/formats';
import type { BriefRequest, VariantView } from '../briefs/brief';
import { briefTexts } from '../texts';

/**
 * A piece as it is to be shown: as loaded, unless this tab follows it and knows more. What has ended is shown as the
 * server keeps it, tidied, as soon as that is loaded.
 */
export function shownVariant(
  variant: Pick<VariantView, 'state' | 'reason' | 'text'>,
  live: LiveText | null,
): LiveText {
  const loaded = { text: variant.text, state: variant.state, reason: variant.reason };
  if (!live) return loaded;
  if (!isRunning(live.state)) return isRunning(variant.state) ? live : loaded;
  // Followed from its beginning again, when it goes on: what is known stays until there is more.
  return live.text === '' ? { ...live, text: variant.text } : live;
}

/** A line that divides the posts of a thread, and the emails of a sequence. */
const DIVIDER = /^[ \t]*---[ \t]*$/m;

/** Posts on a network know no Markdown: a star in them is a star. */
export function isMarkdown(category: CategoryId | undefined): boolean {
  return category !== 'social';
}

/** The posts of a thread, also of one that is still being written. */
export function dividedPosts(text: string): string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(DIVIDER)
    .map((post) => post.trim())
    .filter((post) => post !== '');
}

/** As Markdown reads it: right below a line of text a divider would make a heading of that line. */
export function markdownOf(text: string): string {
  const lines = text.split('\n');
  return lines
    .map((line, index) => {
      const heads = index > 0 && DIVIDER.test(line) && lines[index - 1]!.trim() !== '';
      return heads ? `\n${line}` : line;
    })
    .join('\n');
}

export function formatName(id: FormatId): string {
  return formatById(id)?.name ?? id;
}

/** What a part is called beside the others of its brief. */
export function nameOfVariant(
  kind: BriefRequest['kind'],
  variant: Pick<VariantView, 'formatId' | 'position'>,
): string {
  if (kind === 'variants') return `Variant ${variant.position + 1}`;
  const name = formatName(variant.formatId);
  return variant.position === 0 ? name : `${name} ${variant.position + 1}`;
}

export const STATE_WORDS: Record<GenerationState, string> = {
  queued: 'Waiting',
  streaming: 'Writing',
  done: 'Finished',
  stopped: 'Stopped',
  failed: 'Failed',
  interrupted: 'Interrupted',
};

/** Why a text is not whole, and what became of what there was; null: it is whole, or being written. */
export function variantEndText(
  state: GenerationState,
  reason: string | null,
  empty: boolean,
): { text: string; detail: string | null } | null {
  if (state === 'stopped') {
    return { text: empty ? briefTexts.stoppedEmpty : briefTexts.stopped, detail: null };
  }
  if (state === 'interrupted') {
    const text = empty ? briefTexts.interruptedEmpty : briefTexts.interrupted;
    return { text, detail: null };
  }
  if (state !== 'failed') return null;
  return {
    text: empty ? briefTexts.failedEmpty : briefTexts.failed,
    detail: sentence(reason ?? briefTexts.brokeOff),
  };
}

/** Reasons come as parts of a sentence. */
function sentence(reason: string): string {
  const text = reason.charAt(0).toUpperCase() + reason.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** What was asked for, as one line about a brief. */
export function contentsWords(kind: BriefRequest['kind'], formatIds: readonly FormatId[]): string {
  if (kind === 'variants') return formatIds.map(formatName).join(', ');
  return `Campaign: ${formatIds.map(formatName).join(', ')}`;
}

/** The name under which what is being typed into a part is kept. */
export function variantDraft(id: string): string {
  return `piece:${id}`;
}

/** What was typed, and from which version; null: nothing was kept. */
export function parseVariantDraft(stored: string): { text: string; version: number } | null {
  try {
    const { text, version } = JSON.parse(stored) as { text?: unknown; version?: unknown };
    return typeof text === 'string' && typeof version === 'number' ? { text, version } : null;
  } catch {
    // Nothing was kept, or it was cut off.
    return null;
  }
}

import { type GenerationState, isRunning, type LiveText } from '~/engine/generation';
import { fieldsOf, parsedOf } from '~/lib/json';

import { formatById, type FormatId } from '../../formats/formats';
import type { BriefRequest, BriefView, VariantView } from '../briefs/brief';
import { briefTexts } from '../texts';

/**
 * A variant as it is shown: as it was loaded, unless this tab follows it and knows more. Once an ended text has been
 * loaded, it is shown as the server stores it, cleaned.
 */
export function shownVariant(
  variant: Pick<VariantView, 'state' | 'reason' | 'text'>,
  live: LiveText | null,
): LiveText {
  const loaded = { text: variant.text, state: variant.state, reason: variant.reason };
  if (!live) return loaded;
  if (!isRunning(live.state)) return isRunning(variant.state) ? live : loaded;
  // A continued text is followed from its beginning again; the known text stays until more arrives.
  return live.text === '' ? { ...live, text: variant.text } : live;
}

/** A line that separates the posts of a thread or the emails of a sequence. */
const DIVIDER = /^[ \t]*---[ \t]*$/m;

/** The posts of a thread, even of one that is still being written. */
export function dividedPosts(text: string): string[] {
  return text
    .replace(/\r\n?/g, '\n')
    .split(DIVIDER)
    .map((post) => post.trim())
    .filter((post) => post !== '');
}

/** Makes dividers safe for Markdown, which would turn the line above one into a heading. */
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

/** The name of a variant among the others of its brief. */
export function nameOfVariant(
  kind: BriefRequest['kind'],
  variant: Pick<VariantView, 'formatId' | 'position'>,
): string {
  if (kind === 'variants') return `Variant ${variant.position + 1}`;
  const name = formatName(variant.formatId);
  return variant.position === 0 ? name : `${name} ${variant.position + 1}`;
}

/** The title that a variant is saved under: the brief's, and what tells it from other saved texts of that brief. */
export function titleToSave(
  { kind, title, results }: Pick<BriefView, 'kind' | 'title' | 'results'>,
  variant: VariantView,
): string {
  const alone =
    kind === 'variants' && results.every(({ id, saved }) => id === variant.id || !saved);
  return alone ? title : `${title} (${nameOfVariant(kind, variant)})`;
}

export const STATE_WORDS: Record<GenerationState, string> = {
  queued: 'Waiting',
  streaming: 'Writing',
  done: 'Finished',
  stopped: 'Stopped',
  failed: 'Failed',
  interrupted: 'Interrupted',
};

/** Why a text is incomplete and what became of it; null when it is complete or being written. */
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

/** Reasons come as sentence fragments. */
function sentence(reason: string): string {
  const text = reason.charAt(0).toUpperCase() + reason.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** One line that names a brief's formats. */
export function contentsWords(kind: BriefRequest['kind'], formatIds: readonly FormatId[]): string {
  if (kind === 'variants') return formatIds.map(formatName).join(', ');
  return `Campaign: ${formatIds.map(formatName).join(', ')}`;
}

/** The name under which unsaved edits of a variant are stored. */
export function variantDraft(id: string): string {
  return `piece:${id}`;
}

/** The typed text and the version that it is based on; null when nothing was stored. */
export function parseVariantDraft(stored: string): { text: string; version: number } | null {
  const { text, version } = fieldsOf(parsedOf(stored));
  return typeof text === 'string' && typeof version === 'number' ? { text, version } : null;
}

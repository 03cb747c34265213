import { fillTemplate } from '~/lib/text/template';
import { quotedLines } from '~/lib/text/template';
import { estimateTokens } from '~/lib/tokens/estimate';

import { formatById } from '../formats/formats';
import type { RewriteAction, RewriteRequest } from './rewrite';
import instruct from './templates/instruct.md?raw';
import lengthen from './templates/lengthen.md?raw';
import rewrite from './templates/rewrite.md?raw';
import frame from './templates/selection.md?raw';
import shorten from './templates/shorten.md?raw';
import system from './templates/system.md?raw';
import tone from './templates/tone.md?raw';
import translate from './templates/translate.md?raw';

const TASKS: Record<RewriteAction, string> = {
  rewrite,
  shorten,
  lengthen,
  tone,
  translate,
  instruct,
};

/** How much longer than the passage the answer may be. */
const GROWTH: Record<RewriteAction, number> = {
  rewrite: 2,
  shorten: 1.2,
  lengthen: 4,
  tone: 2,
  // Some languages take three times the tokens.
  translate: 4,
  // The person may ask for more of it.
  instruct: 4,
};
/** Room for a passage of a few words. */
const MIN_TOKENS = 400;
const MAX_TOKENS = 16_000;
/** What the frame of a message costs beside its text, as providers reckon it. */
const MESSAGE_TOKENS = 4;

export interface RewritePrompt {
  messages: { role: 'system' | 'user'; content: string }[];
  promptTokens: number;
  maxTokens: number;
  temperature: number;
}

/** What the model reads: who it is, the brand, and its documents, then the passage with what stands around it, quoted. */
export function rewritePrompt(
  request: RewriteRequest,
  grounding: string | null,
  sources = '',
): RewritePrompt {
  const { action, text, before, after } = request;
  const task = fillTemplate(TASKS[action], {
    tone: quotedLines(request.tone ?? ''),
    language: quotedLines(request.language ?? ''),
  });
  const business = [grounding?.trim() ?? '', sources].filter((part) => part !== '').join('\n\n');
  const messages: RewritePrompt['messages'] = [
    { role: 'system', content: fillTemplate(system, { grounding: business }) },
    {
      role: 'user',
      content: fillTemplate(frame, {
        task,
        format: formatById(request.formatId)?.name ?? '',
        note: quotedLines(request.note ?? ''),
        before: quotedLines(before),
        passage: quotedLines(text),
        after: quotedLines(after),
      }),
    },
  ];
  const room = MIN_TOKENS + Math.ceil(estimateTokens(text) * GROWTH[action]);
  return {
    messages,
    promptTokens: messages.reduce(
      (sum, { content }) => sum + estimateTokens(content) + MESSAGE_TOKENS,
      0,
    ),
    maxTokens: Math.min(room, MAX_TOKENS),
    // A translation is to be faithful before it is lively.
    temperature: action === 'translate' ? 0.3 : 0.7,
  };
}

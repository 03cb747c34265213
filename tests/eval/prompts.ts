import compare from './templates/compare.md?raw';
import match from './templates/match.md?raw';
import pair from './templates/pair.md?raw';

import { z } from 'zod';

import { structuredFormat } from '~/engine/generation/structured/structured-format.server';
import { groundingOf } from '~/features/brand/grounding/grounding';
import { buildPrompt } from '~/features/copywriting/wizard/prompt/prompt.server';
import type { ChatMessage } from '~/gateways/ai/chat';
import { fillTemplate, quotedLines } from '~/lib/text/template';

import type { EvalBrand } from './brands.ts';
import type { EvalTask } from './tasks.ts';

const BLIND = '[brand]';

/** The prompt with which the product writes, grounded by a brand or by none. */
export function writingPrompt(task: EvalTask, brand: EvalBrand | null): ChatMessage[] {
  const { formatId, fields } = task;
  const grounding = brand && groundingOf(brand, formatId);
  return buildPrompt({ formatId, fields, grounding, position: null, campaign: [], earlier: null })
    .messages;
}

/** A text without any brand's name, which would give away whose it is. */
export function blinded(text: string, brands: readonly EvalBrand[]): string {
  const names = brands.flatMap(({ names }) => names).toSorted((a, b) => b.length - a.length);
  return names.reduce((blind, name) => replaceAll(blind, name), text);
}

/** In whatever case it's written. */
function replaceAll(text: string, name: string): string {
  const lower = text.toLowerCase();
  const wanted = name.toLowerCase();
  let result = '';
  let from = 0;
  for (let at = lower.indexOf(wanted); at !== -1; at = lower.indexOf(wanted, from)) {
    result += text.slice(from, at) + BLIND;
    from = at + wanted.length;
  }
  return result + text.slice(from);
}

function blindProfile(brand: EvalBrand): string {
  return groundingOf({ ...brand, name: BLIND }, null) ?? '';
}

export const verdictFormat = structuredFormat(
  'verdict',
  z.object({ reason: z.string(), better: z.enum(['A', 'B', 'tie']) }),
);

export function comparePrompt(brand: EvalBrand, a: string, b: string): ChatMessage[] {
  return [
    { role: 'system', content: fillTemplate(compare, { brand: blindProfile(brand) }) },
    { role: 'user', content: fillTemplate(pair, { a: quotedLines(a), b: quotedLines(b) }) },
  ];
}

export function matchFormat(count: number) {
  return structuredFormat(
    'match',
    z.object({ reason: z.string(), business: z.int().min(1).max(count) }),
  );
}

export function matchPrompt(brands: readonly EvalBrand[], text: string): ChatMessage[] {
  const profiles = brands.map((brand, at) => `# Business ${at + 1}\n\n${blindProfile(brand)}`);
  const system = fillTemplate(match, {
    count: String(brands.length),
    brands: profiles.join('\n\n'),
  });
  return [
    { role: 'system', content: system },
    { role: 'user', content: `# The text\n\n${quotedLines(text)}` },
  ];
}

import { type ToolOffer, toolsOnOffer } from '~/engine/generation/index.server';
import { contextOf, isDemo, takesTools } from '~/gateways/ai/index.server';

import { roomIn, type Room } from './prompt';

/** What calls and their results may add to a prompt at most, in tokens. */
const MAX_ROOM = 16_000;
/** The part of a small model's room that they may take. */
const SHARE = 1 / 3;

/** What a model may use for an answer; undefined for nothing. */
export function toolsFor(model: string): ToolOffer | undefined {
  if (isDemo() || !takesTools(model)) return undefined;
  const tools = toolsOnOffer();
  const { prompt } = roomIn(contextOf(model));
  return tools.length === 0
    ? undefined
    : { tools, room: Math.min(MAX_ROOM, Math.floor(prompt * SHARE)) };
}

/** The room for a conversation and its answer, without what tools may add. */
export function roomFor(model: string): Room {
  const { prompt, answer } = roomIn(contextOf(model));
  return { prompt: prompt - (toolsFor(model)?.room ?? 0), answer };
}

import { z } from 'zod';

import type { ToolSpec } from '~/gateways/ai/index.server';
import type { UserScope } from '~/lib/scope';
import { singleton } from '~/lib/singleton.server';

/** For whom a tool works. */
export interface ToolUse {
  userId: UserScope;
  conversationId: string | null;
  /** The answer that is being written. */
  messageId: string;
  /** The same when a call is made again because its process died, so that nothing is made or paid twice. */
  callId: string;
  /** Aborted when the answer is stopped, or the call takes too long. */
  signal: AbortSignal;
}

/** What came of a call. */
export interface ToolOutcome {
  /** For the model. What strangers wrote is quoted in it, since it's information and no instruction. */
  output: string;
  /** For the person, in one line; may be empty. */
  note: string;
  /** What it costs the person besides the model's tokens; unset: nothing. Charged once, with the result. */
  cost?: number;
}

/** Something that models may ask to have done while they write an answer. */
export interface Tool<Input = unknown> {
  /** Letters, digits, underscores, and hyphens. */
  name: string;
  /** For the model: what it does, and when to use it. */
  description: string;
  /** What the model has to give; an object. */
  input: z.ZodType<Input>;
  /** How many tokens its results have at most; unset: all that there's room for. */
  maxOutput?: number;
  /** What its work reserves by itself or costs, in weighted tokens, which the answer leaves for it; unset: nothing. */
  reserves?(input: Input): number;
  /** Whether it is set up. */
  isOn(): boolean;
  /** What a call does, in one line for people. */
  titleOf(input: Input): string;
  /** @throws ToolFailure */
  run(input: Input, use: ToolUse): Promise<ToolOutcome>;
}

/** A tool that failed in an expected way: it's a sentence for the person, and data for the model, which goes on. */
export class ToolFailure extends Error {
  /** For the person. */
  readonly sentence: string;
  /** For the model. */
  readonly output: string;

  constructor(sentence: string, output = sentence, options?: { cause?: unknown }) {
    super(sentence, options);
    this.name = 'ToolFailure';
    this.sentence = sentence;
    this.output = output;
  }
}

const registered = singleton('tools', () => new Map<string, Tool>());

/** Called once per process, by the feature whose tool it is. */
export function registerTool<Input>(tool: Tool<Input>): void {
  registered.set(tool.name, tool as Tool);
}

/** The tools that are set up, in an order that stays, since providers cache by the beginning of a prompt. */
export function toolsOnOffer(): Tool[] {
  return [...registered.values()].filter((tool) => tool.isOn());
}

/** How a tool is described to a model. */
export function specOf({ name, description, input }: Tool): ToolSpec {
  const parameters = z.toJSONSchema(input, { io: 'input' });
  delete parameters.$schema;
  return { name, description, parameters };
}

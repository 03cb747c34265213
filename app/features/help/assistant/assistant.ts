// The body and the response of POST /api/tools/helpmenuassistant (docs/product.md, Help assistant).

export interface AssistantCall {
  messages: AssistantMessage[];
  model?: string;
  temperature?: number;
  max_tokens?: number;
}

export interface AssistantMessage {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

export interface AssistantAnswer {
  choices: { message: { role: 'assistant'; content: string } }[];
}

export const ASSISTANT_MODEL = 'openai/gpt-4o-mini';
export const ASSISTANT_TEMPERATURE = 0.7;
export const ASSISTANT_MAX_TOKENS = 8_000;

/** How many messages of the talk are sent with a question. */
export const MAX_MESSAGES = 20;
/** The maximum characters of a question. */
export const MAX_QUESTION = 2_000;
/** The maximum characters of an answer that is sent back with the next question. */
export const MAX_ANSWER = 40_000;

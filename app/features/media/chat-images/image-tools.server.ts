import { z } from 'zod';

import { type Tool, ToolFailure, type ToolUse } from '~/engine/generation/index.server';
import { isImageDemo } from '~/gateways/images/index.server';
import { limit } from '~/http/rate-limit.server';
import { AppError } from '~/lib/errors';
import { formatCount } from '~/lib/format/numbers';
import { isId } from '~/lib/ids.server';
import type { UserScope } from '~/lib/scope';
import { firstCharacters } from '~/lib/text/one-line';

import { availableTokens, jobOfKey } from '../jobs/queue-job.server';
import { MAX_PROMPT } from '../media';
import { findInConversation } from './message-image-data.server';
import { chatImagePrices } from './offer-image.server';
import {
  chatImageModel,
  requestMessageImage,
  type Shape,
  shapeOf,
  SHAPES,
  type WantedImage,
} from './request-message-image.server';
import { chatImageTexts } from './texts';

/** The answer isn't held while the image is made, so the model has to know that it comes later. */
const LATER =
  'The image is being created and will appear below your answer by itself. Say briefly what it will show. Don’t call this tool ' +
  'again for the same image, and don’t put a link or a Markdown image in your answer.';

/** Far more than `LATER` and the ids have. */
const MAX_OUTPUT = 400;

const shape = z.enum(SHAPES);

export const makeImage: Tool<{ prompt: string; shape: Shape }> = {
  name: 'make_image',
  description:
    'Makes a new image, which is shown under your answer and kept in the person’s gallery. It costs the person tokens, so use ' +
    'it only when they ask for an image, an illustration, a photo, or the like, and once for each image that they ask for. Not ' +
    'for charts, tables, or diagrams. To change an existing image, use edit_image.',
  input: z.object({
    prompt: z
      .string()
      .trim()
      .min(1)
      .max(MAX_PROMPT)
      .describe(
        'What the image shows: subject, setting, composition, light, and mood, in full sentences. For a text in this ' +
          'conversation, something that suits it. The brand’s look is added automatically. Ask for words in the image only if the ' +
          'person does.',
      ),
    shape: shape.default('square').describe('What suits the place where it will be used.'),
  }),
  maxOutput: MAX_OUTPUT,
  reserves: () => chatImagePrices().make ?? 0,
  isOn: () => !isImageDemo() && chatImageModel(false) !== undefined,
  titleOf: ({ prompt }) => `Image: ${shortened(prompt)}`,
  run: (input, use) => queued(use, input),
};

export const editImage: Tool<{ change: string; image?: string; shape?: Shape }> = {
  name: 'edit_image',
  description:
    'Changes an image in this conversation, or makes a new one based on it. The result is a new image under your ' +
    'answer; the old one stays. It costs the person tokens, so use it only when they ask for it.',
  input: z.object({
    change: z
      .string()
      .trim()
      .min(1)
      .max(MAX_PROMPT)
      .describe('What to change, and what must stay as it is.'),
    image: z
      .string()
      .max(100)
      .optional()
      .describe('The id of the image. Leave it out for the latest image in this conversation.'),
    shape: shape.optional().describe('Leave it out to keep the shape.'),
  }),
  maxOutput: MAX_OUTPUT,
  reserves: () => chatImagePrices().change ?? 0,
  isOn: () => !isImageDemo() && chatImageModel(true) !== undefined,
  titleOf: ({ change }) => `Image edit: ${shortened(change)}`,

  async run({ change, image, shape: wanted }, use) {
    const item = await imageToChange(use, image);
    return queued(use, { prompt: change, shape: wanted ?? shapeOf(item), referenceId: item.id });
  },
};

/** In one line with the price. */
const SHOWN_PROMPT = 60;

function shortened(prompt: string): string {
  const beginning = firstCharacters(prompt, SHOWN_PROMPT);
  return beginning === prompt ? prompt : `${beginning.trimEnd()}…`;
}

/** @throws ToolFailure when there is no such image */
async function imageToChange({ userId, conversationId }: ToolUse, id: string | undefined) {
  if (id !== undefined && !isId(id)) throw new ToolFailure(chatImageTexts.unknownImage);
  const found =
    conversationId === null ? null : await findInConversation(userId, conversationId, id ?? null);
  if (!found?.item) {
    throw new ToolFailure(id === undefined ? chatImageTexts.noImage : chatImageTexts.unknownImage);
  }
  return found.item;
}

/** Queues the image of a call: once, however often the call is made. @throws ToolFailure */
async function queued(
  { userId, conversationId, messageId, callId, signal }: ToolUse,
  image: Pick<WantedImage, 'prompt' | 'shape' | 'referenceId'>,
) {
  signal.throwIfAborted();
  try {
    // A resumed call's image is counted already.
    if (!(await jobOfKey(userId, callId))) await limit('media-create', userId);
    const wanted = { ...image, messageId, conversationId, key: callId };
    const { id: job, tokens } = await requestMessageImage(userId, wanted);
    return {
      output: `${JSON.stringify({ image: callId, job, state: 'queued' })}\n${LATER}`,
      note: await priceNote(userId, tokens),
    };
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    throw new ToolFailure(cause.userMessage, undefined, { cause });
  }
}

/** What the image costs; empty where nothing is metered. */
async function priceNote(userId: UserScope, tokens: number): Promise<string> {
  return (await availableTokens(userId)) === null ? '' : formatCount(tokens, 'token');
}

import { z } from 'zod';

// What the routes of prompts take. Lengths are left to the use case, which has the words for them.

export const newPrompt = z.object({ name: z.string(), text: z.string() });
export const promptChange = newPrompt.extend({ version: z.number().int() });
export const starterChange = z.union([
  z.object({ hide: z.string() }),
  z.object({ showAll: z.literal(true) }),
]);

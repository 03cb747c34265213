import type { IncomingMessage } from 'node:http';

import type { Behavior } from './openai-behavior.ts';

/** One recording as the fake got it. */
export interface SeenRecording {
  model: string;
  fileName: string;
  bytes: number;
  /** The client left before the answer. */
  abandoned: boolean;
}

/** What OpenAI takes, by the ending of the name. */
const ENDINGS = /\.(?:flac|m4a|mp3|mp4|mpeg|mpga|oga|ogg|wav|webm)$/;

/** The fields of a transcription's request, as multipart/form-data; a text says what OpenAI would refuse. */
export async function readRecording(request: IncomingMessage): Promise<SeenRecording | string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const type = request.headers['content-type'] ?? '';
  const form = await new Response(Buffer.concat(parts), {
    headers: { 'content-type': type },
  }).formData();
  const [model, file] = [form.get('model'), form.get('file')];
  if (typeof model !== 'string') return 'you must provide a model parameter';
  if (!(file instanceof File)) return 'you must provide a file';
  if (!ENDINGS.test(file.name)) return 'Invalid file format. Supported formats: [webm, …]';
  return { model, fileName: file.name, bytes: file.size, abandoned: false };
}

/** The documented answers: whisper-1 counts seconds, the newer models tokens, and other servers nothing. */
export function transcriptionOf({ transcript = {} }: Behavior): unknown {
  const { text = 'We open at nine on Saturday.', usage = 'seconds' } = transcript;
  const counted = {
    seconds: { type: 'duration', seconds: 7 },
    tokens: {
      type: 'tokens',
      input_tokens: 70,
      input_token_details: { text_tokens: 0, audio_tokens: 70 },
      output_tokens: 9,
      total_tokens: 79,
    },
    none: undefined,
    rubbish: { type: 'duration', seconds: 'long' },
  }[usage];
  return { text, ...(counted !== undefined && { usage: counted }) };
}

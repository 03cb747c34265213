import { MINUTE_MS } from '~/lib/time';

import { followPrediction, linkOf, startPrediction } from '../replicate/work.server';
import { readOutput } from './fetch-output.server';
import type { ImageProvider, ImageResult, ImageCallRequest } from './images';

/** Cold models take minutes to start. */
const MAX_MS = 15 * MINUTE_MS;

interface ReplicateSettings {
  /** The name of a model's input for the image to start from. */
  referenceInput: (model: string) => string;
}

/** Models on Replicate, through its SDK. A prediction continues there by itself and is found again by its id. */
export function replicateImages(settings: ReplicateSettings): ImageProvider {
  async function follow(id: string, signal: AbortSignal): Promise<ImageResult> {
    const prediction = await followPrediction(id, { maxMs: MAX_MS, signal });
    return { bytes: await readOutput(linkOf(prediction), signal) };
  }

  return {
    name: 'replicate',
    async make(request, track) {
      const input = inputOf(request, settings.referenceInput(request.model));
      const id = await startPrediction(request.model, input, request.signal);
      await track.known(id);
      return follow(id, request.signal);
    },
    resume: (ref, request) => follow(ref, request.signal),
  };
}

function inputOf(request: ImageCallRequest, referenceInput: string): object {
  const { prompt, negativePrompt, width, height, seed, loraScale, reference } = request;
  return {
    prompt,
    aspect_ratio: width === height ? '1:1' : width > height ? '3:2' : '2:3',
    output_format: 'png',
    ...(negativePrompt && { negative_prompt: negativePrompt }),
    ...(seed !== undefined && { seed }),
    ...(loraScale !== undefined && { lora_scale: loraScale }),
    ...(reference && {
      [referenceInput]: `data:${reference.type};base64,${reference.bytes.toString('base64')}`,
    }),
  };
}

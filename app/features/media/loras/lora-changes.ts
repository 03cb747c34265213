import { onEvent } from '~/engine/events';

import type { LoraNotice } from '../media';

/** Changes of LoRAs, made here or elsewhere. */
export function onLoraNotice(listener: (notice: LoraNotice) => void): () => void {
  return onEvent('media-lora', listener);
}

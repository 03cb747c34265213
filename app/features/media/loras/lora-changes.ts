import { onChange } from '~/engine/events';

import type { LoraNotice } from '../media';

/** Changes of LoRAs, made here or elsewhere. */
export function onLoraNotice(listener: (notice: LoraNotice) => void): () => void {
  return onChange('media-lora', (data) => listener(data as LoraNotice));
}

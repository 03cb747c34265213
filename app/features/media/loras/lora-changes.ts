import { onChange } from '~/realtime';

import type { LoraView } from '../media';

/** Changes of trainings, made here or elsewhere. */
export function onLoraChange(listener: (lora: LoraView) => void): () => void {
  return onChange('media-lora', (data) => listener((data as { lora: LoraView }).lora));
}

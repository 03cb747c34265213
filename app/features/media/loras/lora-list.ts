import { onEvent } from '~/engine/events';

import type { LoraEvent, LoraView } from '../media';

/** The list after news of one of them, or of a new one. */
export function withLora(loras: readonly LoraView[], lora: LoraView): LoraView[] {
  const known = loras.some(({ id }) => id === lora.id);
  if (known) return loras.map((other) => (other.id === lora.id ? lora : other));
  return [lora, ...loras].sort((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
}

/** Whether what is shown of it is still so. */
export function isSame(a: LoraView, b: LoraView): boolean {
  return (
    a.state === b.state &&
    a.waiting === b.waiting &&
    a.name === b.name &&
    a.triggerWord === b.triggerWord &&
    a.images === b.images &&
    a.steps === b.steps &&
    a.rank === b.rank &&
    a.jobId === b.jobId &&
    a.trainedAt === b.trainedAt &&
    a.weightsBytes === b.weightsBytes
  );
}

/** Only its view, of something that has more. */
export function viewOf(lora: LoraView): LoraView {
  const { id, name, triggerWord, state, waiting, images, steps, rank } = lora;
  const { createdAt, trainedAt, weightsBytes, elsewhere, jobId, coverUrl } = lora;
  const view = { id, name, triggerWord, state, waiting, images, steps, rank };
  return { ...view, createdAt, trainedAt, weightsBytes, elsewhere, jobId, coverUrl };
}

/** Changes of LoRAs, made here or elsewhere. */
export function onLoraNotice(listener: (notice: LoraEvent) => void): () => void {
  return onEvent('media-lora', listener);
}

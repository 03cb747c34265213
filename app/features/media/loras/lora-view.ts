import type { LoraImage, LoraView } from '../media';
import type { LoraImageRow } from './images/lora-image-data.server';
import type { LoraRow } from './lora-data.server';

/** By the state of its training, and whether its weights are here. */
export function loraState(row: Pick<LoraRow, 'jobState' | 'trainedAt'>): LoraView['state'] {
  if (row.trainedAt !== null) return 'ready';
  switch (row.jobState) {
    case 'queued':
    case 'running':
      return 'training';
    case 'failed':
    case 'cancelled':
      return row.jobState;
    default:
      return 'draft';
  }
}

export function loraView(row: LoraRow): LoraView {
  const { id, name, triggerWord, images, steps, rank, jobId, coverId } = row;
  return {
    id,
    name,
    triggerWord,
    state: loraState(row),
    waiting: row.trainedAt === null && row.jobState === 'queued',
    images,
    steps,
    rank,
    createdAt: row.createdAt.toISOString(),
    trainedAt: row.trainedAt?.toISOString() ?? null,
    weightsBytes: row.weightsBytes,
    elsewhere: row.trainedAt !== null && row.providerVersion === null,
    jobId,
    coverUrl: coverId === null ? null : `${imageUrl(id, coverId)}?size=320`,
  };
}

export function loraImageView(row: LoraImageRow): LoraImage {
  const { id, name, width, height, bytes, type, caption } = row;
  const url = imageUrl(row.loraId, id);
  return { id, name, width, height, bytes, type, caption, url, thumbUrl: `${url}?size=320` };
}

function imageUrl(loraId: string, id: string): string {
  return `/api/media/loras/${loraId}/images/${id}/file`;
}

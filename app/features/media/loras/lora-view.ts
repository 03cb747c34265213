import type { LoraImage, LoraView } from '../media';

/** How a LoRA stands: what its training says, and whether its weights are here. */
export function loraState(row: {
  jobState: 'queued' | 'running' | 'succeeded' | 'failed' | 'cancelled' | null;
  trainedAt: Date | null;
}): LoraView['state'] {
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

export function loraView(
  row: Parameters<typeof loraState>[0] & {
    id: string;
    name: string;
    triggerWord: string;
    images: number;
    steps: number;
    rank: number;
    createdAt: Date;
    weightsBytes: number | null;
    providerVersion: string | null;
    jobId: string | null;
    coverId: string | null;
  },
): LoraView {
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
    weightsBytes: row.weightsBytes === null ? null : Number(row.weightsBytes),
    elsewhere: row.trainedAt !== null && row.providerVersion === null,
    jobId,
    coverUrl: coverId === null ? null : `${imageUrl(id, coverId)}?size=320`,
  };
}

export function loraImageView(row: {
  id: string;
  loraId: string;
  name: string;
  width: number;
  height: number;
  bytes: number;
  type: string;
  caption: string;
}): LoraImage {
  const { id, name, width, height, bytes, type, caption } = row;
  const url = imageUrl(row.loraId, id);
  return { id, name, width, height, bytes, type, caption, url, thumbUrl: `${url}?size=320` };
}

function imageUrl(loraId: string, id: string): string {
  return `/api/media/loras/${loraId}/images/${id}/file`;
}

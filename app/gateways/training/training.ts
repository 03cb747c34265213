/** A training as it is asked for. */
export interface TrainingRequest {
  /** `owner/name` of the private model that it becomes a version of. */
  destination: string;
  /** Where the provider finds the archive of images and captions. */
  dataset: string;
  triggerWord: string;
  steps: number;
  rank: number;
  /** Whether the provider describes images that have no caption. */
  describes: boolean;
}

/** How a training stands at the provider. */
export interface TrainingState {
  id: string;
  status: 'running' | 'succeeded' | 'failed' | 'cancelled';
  /** 0–100 of its steps; null where its log does not tell. */
  progress: number | null;
  /** The last lines of its log. */
  logTail: string;
  /** What the provider bills, where it tells. */
  seconds: number | null;
  /** `owner/name:version` that images can be asked of. */
  version: string | null;
  /** Where its images and captions lie. */
  dataset: string | null;
  /** A link to the archive with the weights. */
  weights: string | null;
}

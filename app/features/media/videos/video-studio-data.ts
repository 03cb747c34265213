import type { ItemPage, JobView, VideoModel } from '../media';

/** What the page of videos begins with. */
export interface VideoStudioData {
  /** None where no provider is set up. */
  models: VideoModel[];
  jobs: JobView[];
  page: ItemPage;
  /** The changes up to this number are in it. */
  seq: number;
}

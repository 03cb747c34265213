import type { ProfileListData } from '~/features/brand';

import type { ImageModel, ItemPage, JobView, VideoModel } from '../media';

/** A LoRA as the form offers it. */
export interface ReadyLora {
  id: string;
  name: string;
  triggerWord: string;
  /** What images made with it can be told, in the model's place. */
  model: ImageModel;
}

/** What the page of images begins with. */
export interface Studio {
  models: ImageModel[];
  /** The person's LoRAs that can make images, the newest first. */
  loras: ReadyLora[];
  /** Images are drawn by the app itself. */
  demo: boolean;
  profiles: ProfileListData;
  jobs: JobView[];
  page: ItemPage;
  /** The changes up to this number are in it. */
  seq: number;
}

/** What the page of videos begins with. */
export interface VideoStudioData {
  /** None where no provider is set up. */
  models: VideoModel[];
  jobs: JobView[];
  page: ItemPage;
  /** The changes up to this number are in it. */
  seq: number;
}

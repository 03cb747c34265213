import type { ProfileListData } from '~/features/brand';

import type { ImageModel, ItemPage, JobView, VideoModel } from '../media';

/** A LoRA as the form offers it. */
export interface ReadyLora {
  id: string;
  name: string;
  triggerWord: string;
  /** What images made with it support, in place of the model. */
  model: ImageModel;
}

/** What both pages begin with. */
export interface StudioData {
  jobs: JobView[];
  page: ItemPage;
  /** The sequence of the last live event that it includes. */
  seq: number;
}

/** What the page of images begins with. */
export interface ImageStudioData extends StudioData {
  models: ImageModel[];
  /** The person's LoRAs that can make images, newest first. */
  loras: ReadyLora[];
  /** The app draws demo images itself. */
  demo: boolean;
  profiles: ProfileListData;
}

/** What the page of videos begins with. */
export interface VideoStudioData extends StudioData {
  /** None where no provider is set up. */
  models: VideoModel[];
}

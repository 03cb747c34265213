import type { ProfileListData } from '~/features/profiles';

import type { ImageModel, ItemPage, JobView } from './media';

/** What the page of images begins with. */
export interface Studio {
  models: ImageModel[];
  /** Images are drawn by the app itself. */
  demo: boolean;
  profiles: ProfileListData;
  jobs: JobView[];
  page: ItemPage;
  /** The changes up to this number are in it. */
  seq: number;
}

import { registerAccountData } from '~/features/account-data/index.server';
import { registerStorage } from '~/features/storage/index.server';
import { isImageDemo } from '~/gateways/images/index.server';

import { imageKind } from './images/image-kind.server';
import { storedItemBytes } from './items/item-table.server';
import { MEDIA_OBJECTS } from './items/picture-files.server';
import { cancelAllJobs } from './jobs/cancel-job.server';
import { registerMediaKind } from './jobs/kinds.server';

export { imageModels } from './images/image-models.server';
export { readBrand } from './images/read-brand.server';
export { repeatJob } from './images/repeat-job.server';
export { estimateImages, requestImages } from './images/request-images.server';
export {
  bringBackItems,
  markFavourite,
  readGallery,
  readItem,
  removeItems,
} from './items/gallery.server';
export { serveItem } from './items/serve-item.server';
export { tidyMedia } from './items/tidy-media.server';
export { inTemporary } from './items/picture-files.server';
export { uploadRefusal, type PictureRefusal } from './items/picture-refusals';
export { receivePicture, uploadReference } from './items/upload-reference.server';
export { cancelJob } from './jobs/cancel-job.server';
export { drainMedia, startMediaWorker } from './jobs/liveness.server';
export { mediaTurn } from './jobs/media-turn.server';
export { readJob, readOpenJobs } from './jobs/view-job.server';
export { mediaNodeRoutes } from './node-routes.server';
export { readStudio } from './studio.server';
export {
  readEstimateRequest,
  readFavourite,
  readGalleryQuery,
  readImageRequest,
  readItemIds,
  readRepeat,
} from './requests.server';
export { isImageDemo };

// Whatever process may run a job, or find one abandoned, must know what to do with it.
registerMediaKind('image', imageKind);
registerStorage('media', storedItemBytes);
registerAccountData('media', { objects: [MEDIA_OBJECTS], stop: cancelAllJobs });

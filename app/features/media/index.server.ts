import { registerAccountData } from '~/features/account-data/index.server';
import { registerStorage } from '~/features/storage/index.server';
import { isImageDemo } from '~/gateways/images/index.server';

import { mediaSections } from './archive/sections.server';
import { imageKind } from './images/image-kind.server';
import { storedItemBytes } from './items/item-table.server';
import { MEDIA_OBJECTS } from './items/picture-files.server';
import { cancelAllJobs } from './jobs/cancel-job.server';
import { registerMediaKind } from './jobs/kinds.server';
import { loraBytes } from './loras/lora-bytes.server';
import { LORA_OBJECTS } from './loras/lora-files.server';
import { loraKind } from './loras/lora-kind.server';
import { videoKind } from './videos/video-kind.server';

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
export { serveItem, wantedPart } from './items/serve-item.server';
export { tidyMedia } from './items/tidy-media.server';
export { readPictureFile } from './items/picture-files.server';
export { uploadRefusal, type PictureRefusal } from './items/picture-refusals';
export { receivePicture } from './items/receive-picture.server';
export { uploadReference } from './items/upload-reference.server';
export { cancelJob } from './jobs/cancel-job.server';
export { drainMedia, startMediaWorker } from './jobs/liveness.server';
export { mediaTurn } from './jobs/media-turn.server';
export { predictionEnd } from './jobs/prediction-end.server';
export { takeProviderWord } from './jobs/provider-word.server';
export { readJob, readOpenJobs } from './jobs/view-job.server';
export { jobMail as mediaJobMail } from './notices/job-mail.server';
export { markJob } from './notices/mark-job.server';
export { readJobsStart } from './notices/read-jobs-start.server';
export { addLoraImage } from './loras/add-lora-image.server';
export { captionEnd } from './loras/caption-end.server';
export { captionLoraImage, removeLoraImage } from './loras/change-lora-image.server';
export { changeLora } from './loras/change-lora.server';
export { createLora } from './loras/create-lora.server';
export { deleteLora } from './loras/delete-lora.server';
export { estimateTraining } from './loras/estimate-training.server';
export { listLoras } from './loras/list-loras.server';
export { loraLeftovers, tidyLoras } from './loras/lora-leftovers.server';
export { readLora } from './loras/read-lora.server';
export { serveLoraImage } from './loras/serve-lora-image.server';
export { serveWeights } from './loras/serve-weights.server';
export { suggestCaption } from './loras/suggest-caption.server';
export { trainLora } from './loras/train-lora.server';
export { trainingEnd } from './loras/training-end.server';
export { mediaNodeRoutes } from './node-routes.server';
export { readStudio } from './studio.server';
export {
  readCaption,
  readEstimateRequest,
  readFavourite,
  readGalleryQuery,
  readImageRequest,
  readItemIds,
  readJobMark,
  readLoraChange,
  readNewLora,
  readRepeat,
  readTraining,
  readTrainingEstimate,
  readVideoEstimate,
  readVideoRequest,
} from './requests.server';
export { keepPoster } from './videos/keep-poster.server';
export { readVideoStudio } from './videos/read-video-studio.server';
export { estimateVideo, requestVideo } from './videos/request-videos.server';
export { videoModels } from './videos/video-models.server';
export { isImageDemo };

// Whatever process may run a job, or find one abandoned, must know what to do with it.
registerMediaKind('image', imageKind);
registerMediaKind('lora', loraKind);
registerMediaKind('video', videoKind);
registerStorage('media', storedItemBytes);
registerStorage('loras', loraBytes);
registerAccountData('media', {
  objects: [MEDIA_OBJECTS, LORA_OBJECTS],
  stop: cancelAllJobs,
  sections: mediaSections,
});

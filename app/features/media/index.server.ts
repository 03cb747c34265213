export { imageModels } from './images/image-models.server';
export { repeatJob } from './images/repeat-job.server';
export { estimateImages, requestImages } from './images/request-images.server';
export {
  bringBackItems,
  markFavourite,
  readGallery,
  readItem,
  removeItems,
} from './gallery/gallery.server';
export { serveItem } from './gallery/serve-item.server';
export { purgeMedia } from './gallery/purge-media.server';
export { uploadReference } from './gallery/upload-reference.server';
export { cancelJob } from './jobs/cancel-job.server';
export { drainMedia, startMediaWorker } from './jobs/liveness.server';
export { mediaTurn } from './jobs/media-turn.server';
export { predictionEnd } from './jobs/prediction-end.server';
export { readJob, readOpenJobs } from './jobs/view-job.server';
export { jobMail as mediaJobMail } from './notices/job-mail.server';
export { markJob } from './notices/mark-job.server';
export { readJobsStart } from './notices/read-jobs-start.server';
export { addLoraImage } from './loras/images/add-lora-image.server';
export { captionEnd } from './loras/training/caption-end.server';
export { captionLoraImage, removeLoraImage } from './loras/images/change-lora-image.server';
export { changeLora } from './loras/change-lora.server';
export { createLora } from './loras/create-lora.server';
export { deleteLora } from './loras/delete-lora.server';
export { estimateTraining } from './loras/training/estimate-training.server';
export { listLoras } from './loras/list-loras.server';
export { loraLeftovers, purgeLoras } from './loras/lora-leftovers.server';
export { readLora } from './loras/read-lora.server';
export { serveLoraImage } from './loras/images/serve-lora-image.server';
export { serveWeights } from './loras/serve-weights.server';
export { suggestCaption } from './loras/training/suggest-caption.server';
export { trainLora } from './loras/training/train-lora.server';
export { trainingEnd } from './loras/training/training-end.server';
export { keepPoster } from './videos/keep-poster.server';
export { estimateVideo, requestVideo } from './videos/request-videos.server';
export { isImageDemo } from '~/gateways/images/index.server';
export { registerMedia } from './register.server';

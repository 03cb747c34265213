// The functions of media that the tests of this folder call.
export {
  addLoraImage,
  captionLoraImage,
  removeLoraImage,
} from '~/features/media/loras/images/lora-image-actions.server';
export {
  restoreItems,
  markFavorite,
  readGallery,
  readItem,
  removeItems,
} from '~/features/media/gallery/gallery-actions.server';
export { cancelJob, markJob } from '~/features/media/jobs/job-actions.server';
export { callEnd } from '~/features/billing/ledger/charge-call.server';
export { suggestCaption } from '~/features/media/loras/training/suggest-caption.server';
export {
  changeLora,
  createLora,
  deleteLora,
  listLoras,
  readLora,
} from '~/features/media/loras/lora-actions.server';
export { drainMedia, startMediaWorker } from '~/features/media/jobs/liveness.server';
export { estimateImages } from '~/features/media/images/image-price.server';
export { requestImages } from '~/features/media/images/request-images.server';
export { estimateTraining, trainLora } from '~/features/media/loras/training/train-lora.server';
export { requestVideo } from '~/features/media/videos/request-videos.server';
export { estimateVideo } from '~/features/media/videos/video-price.server';
export { imageModels } from '~/features/media/images/image-models.server';
export { isImageDemo } from '~/gateways/images/index.server';
export { keepPoster } from '~/features/media/videos/keep-poster.server';
export { loraLeftovers, purgeLoras } from '~/features/media/loras/lora-leftovers.server';
export { jobEmail as mediaJobMail } from '~/features/media/notices/job-email.server';
export { mediaTurn } from '~/features/media/jobs/worker.server';
export { predictionEnd } from '~/features/media/jobs/predictions.server';
export { purgeMedia } from '~/features/media/gallery/purge-media.server';
export { readJob, readJobsStart, readOpenJobs } from '~/features/media/jobs/job-view.server';
export { repeatJob } from '~/features/media/jobs/repeat-job.server';
export { serveItem } from '~/features/media/gallery/serve-item.server';
export { serveLoraImage, serveWeights } from '~/features/media/loras/serve-lora.server';
export { trainingEnd } from '~/features/media/loras/training/training-end.server';
export { uploadReference } from '~/features/media/gallery/upload-reference.server';

export { mediaBackground } from './background.server';
export { chatImagePrices } from './chat-images/offer-image.server';
export { findMedia } from './gallery/gallery-actions.server';
export { itemPath } from './media';
export { hasImages } from './gallery/item-data.server';
export { imageModels } from './images/image-models.server';
export { readBrand, requestImages } from './images/request-images.server';
export { readJob, readJobsStart } from './jobs/job-view.server';
export { registerMedia } from './register.server';

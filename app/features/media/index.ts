/** Loads how an image is chosen and shown, which is in no first-load bundle of pages that only may need it. */
export const loadImageChoice = () => import('./gallery/components/image-choice');

/** Loads how chats show the images of messages. */
export const loadMessageImages = () => import('./chat-images/components/message-images');

export { ImagePicker, ShownImage } from './gallery/components/image-choice';
export { useJobEnds } from './notices/use-job-ends';
export { JobImage } from './jobs/components/job-image';
export type { JobView } from './media';

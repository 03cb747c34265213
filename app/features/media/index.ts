export { ImagePicker, ShownImage } from './gallery/components/image-choice';
export { useJobEnds } from './notices/use-job-ends';
export { JobImage } from './jobs/components/job-image';
export type { JobView } from './media';

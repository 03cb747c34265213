export { ImageStudio } from './components/image-studio';
export { useJobEnds } from './notices/use-job-ends';
export { TrainingPage } from './loras/components/training-page';
export { VideoStudio } from './components/video-studio';
export type { Studio } from './studio';

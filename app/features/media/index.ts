export { useJobEnds } from './notices/use-job-ends';

import { reasonOf, type ProviderError } from '../providers/provider-error';

export { fetchToFile } from '../providers/fetch-file.server';
export { ProviderError } from '../providers/provider-error';
export { trainingModel, type TrainingModel } from './models.server';
export type { TrainingRequest, TrainingState } from './training';
export {
  cancelTraining,
  deleteModel,
  ensureModel,
  findTraining,
  followTraining,
  modelFor,
  readTraining,
  removeDataset,
  startTraining,
  uploadDataset,
} from './replicate.server';

/** Why a training failed, for people. */
export function trainingReason(error: ProviderError): string {
  return reasonOf(error.code, { service: 'training service', thing: 'LoRA' });
}

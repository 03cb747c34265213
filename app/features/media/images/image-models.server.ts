import { pictureModels, type PictureModel } from '~/gateways/images/index.server';
import { AppError } from '~/lib/errors';

import { mediaMessages } from '../messages';
import type { ImageModel, ImageRequest } from '../media';

/** The models as the form offers them. */
export function imageModels(): ImageModel[] {
  return pictureModels().map((model) => ({
    id: model.id,
    label: model.label,
    sizes: [...model.sizes],
    supports: {
      negativePrompt: model.negativePrompt,
      seed: model.seed,
      reference: model.reference,
      count: model.count,
    },
    tokensEach: model.tokens,
  }));
}

export function findModel(id: string): PictureModel | undefined {
  return pictureModels().find((model) => model.id === id);
}

/**
 * The model of a request, and the request without what that model cannot be told.
 * @throws AppError `invalid` when it cannot do what is asked
 */
export function fitToModel(request: ImageRequest): { model: PictureModel; request: ImageRequest } {
  const model = findModel(request.model);
  if (!model) throw refusal('model', mediaMessages.modelGone);
  if (!model.sizes.includes(request.size)) {
    throw refusal('size', mediaMessages.sizeNotOffered);
  }
  if (request.count > model.count) throw refusal('count', mediaMessages.tooMany);
  if (request.referenceId !== undefined && !model.reference) {
    throw refusal('referenceId', mediaMessages.noReference);
  }
  const { negativePrompt, seed, ...rest } = request;
  return {
    model,
    request: {
      ...rest,
      ...(model.negativePrompt && negativePrompt && { negativePrompt }),
      ...(model.seed && seed !== undefined && { seed }),
    },
  };
}

/** What is wrong with one field of the form. */
function refusal(field: keyof ImageRequest, text: string): AppError {
  return new AppError('invalid', text, { fields: { [field]: text } });
}

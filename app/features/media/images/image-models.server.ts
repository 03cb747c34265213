import { configuredImageModels, type ConfiguredImageModel } from '~/gateways/images/index.server';
import { trainingModel } from '~/gateways/training/index.server';
import { sql, type Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';

import { MAX_LORAS } from '../loras/lora';
import { findLora, listLoras, type LoraRow } from '../loras/lora-data.server';
import { mediaTexts } from '../refusals';
import { IMAGE_SIZES, DEFAULT_LORA_SCALE, type ImageModel, type ImageRequest } from '../media';
import type { ReadyLora } from '../studio/studio';

/** The models as the form offers them. */
export function imageModels(): ImageModel[] {
  return configuredImageModels().map(modelView);
}

function modelView(model: ConfiguredImageModel): ImageModel {
  return {
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
  };
}

/** The LoRAs that can make images, as the form offers them; newest first. */
export async function readyLoras(sql: Sql, userId: UserScope): Promise<ReadyLora[]> {
  const rows = await listLoras(sql, userId, MAX_LORAS);
  return rows.flatMap((row) => {
    const maker = loraMaker(row);
    const { id, name, triggerWord } = row;
    return maker ? [{ id, name, triggerWord, model: modelView(maker.model) }] : [];
  });
}

function findModel(id: string): ConfiguredImageModel | undefined {
  return configuredImageModels().find((model) => model.id === id);
}

/** The model that makes the images of a request. */
export interface Maker {
  model: ConfiguredImageModel;
  /** The trained version that is called in place of the model, if it is a LoRA. */
  lora: { version: string; triggerWord: string } | null;
}

/** Undefined when the model or the LoRA isn't available any more. */
export async function makerOf(
  sql: Sql,
  userId: UserScope,
  { model: id, loraId }: Pick<ImageRequest, 'model' | 'loraId'>,
): Promise<Maker | undefined> {
  if (loraId === undefined) {
    const model = findModel(id);
    return model && { model, lora: null };
  }
  const row = await findLora(sql, userId, loraId);
  return row ? loraMaker(row) : undefined;
}

function loraMaker(row: LoraRow): Maker | undefined {
  const trainer = trainingModel();
  if (!trainer || row.providerVersion === null || row.trainedAt === null) return undefined;
  const { name, triggerWord, providerVersion: version } = row;
  const abilities = { sizes: IMAGE_SIZES, negativePrompt: false, seed: true, reference: false };
  // The provider's name of the LoRA would reveal this site's account.
  const shown = { id: `LoRA ${name}`, label: name };
  return {
    model: {
      ...shown,
      ...abilities,
      provider: 'replicate',
      tokens: trainer.pictureTokens,
      count: 4,
    },
    lora: { version, triggerWord },
  };
}

/**
 * The model of a request, and the request with only what that model supports.
 * @throws AppError `invalid` when the model can't do what is requested
 */
export async function fitToModel(
  userId: UserScope,
  request: ImageRequest,
): Promise<{ model: ConfiguredImageModel; request: ImageRequest }> {
  const { model } = (await makerOf(sql, userId, request)) ?? {};
  if (!model && request.loraId !== undefined) throw await loraRefusal(userId, request.loraId);
  if (!model) throw refusal('model', mediaTexts.modelGone);
  if (!model.sizes.includes(request.size)) {
    throw refusal('size', mediaTexts.sizeNotOffered);
  }
  if (request.count > model.count) throw refusal('count', mediaTexts.tooMany);
  if (request.referenceId !== undefined && !model.reference) {
    throw refusal('referenceId', mediaTexts.noReference);
  }
  const { negativePrompt, seed, loraId, loraScale, ...rest } = request;
  return {
    model,
    request: {
      ...rest,
      ...(loraId !== undefined && { loraId, loraScale: loraScale ?? DEFAULT_LORA_SCALE }),
      ...(model.negativePrompt && negativePrompt && { negativePrompt }),
      ...(model.seed && seed !== undefined && { seed }),
    },
  };
}

/** Why no images can be made with this LoRA. */
async function loraRefusal(userId: UserScope, loraId: string): Promise<AppError> {
  const row = await findLora(sql, userId, loraId);
  const isFromElsewhere = row !== null && row.trainedAt !== null && row.providerVersion === null;
  return isFromElsewhere
    ? new AppError('conflict', mediaTexts.loraElsewhere)
    : new AppError('not-found', mediaTexts.loraGone);
}

function refusal(field: keyof ImageRequest, text: string): AppError {
  return new AppError('invalid', text, { fields: { [field]: text } });
}

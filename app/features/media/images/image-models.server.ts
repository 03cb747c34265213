import { configuredImageModels, type ConfiguredImageModel } from '~/gateways/images/index.server';
import { trainingModel } from '~/gateways/training/index.server';
import { sql, type Sql } from '~/lib/db/index.server';
import { AppError } from '~/lib/errors';
import type { UserScope } from '~/lib/scope';

import { MAX_LORAS } from '../loras/lora-rules';
import { findLora, listLoras, type LoraRow } from '../loras/lora-data.server';
import { mediaTexts } from '../texts';
import { IMAGE_SIZES, USUAL_LORA_SCALE, type ImageModel, type ImageRequest } from '../media';
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

/** The LoRAs that images can be made with, as the form offers them; the newest first. */
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

/** What makes the images of a request, and how it is asked. */
export interface Maker {
  model: ConfiguredImageModel;
  /** Of a LoRA: the trained version that is asked in the model's place. */
  lora: { version: string; triggerWord: string } | null;
}

/** Undefined where the model is not offered, or the LoRA is not there, any more. */
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
  const able = { sizes: IMAGE_SIZES, negativePrompt: false, seed: true, reference: false };
  // The provider's name of it tells whose account this site uses.
  const shown = { id: `LoRA ${name}`, label: name };
  return {
    model: { ...shown, ...able, provider: 'replicate', tokens: trainer.pictureTokens, count: 4 },
    lora: { version, triggerWord },
  };
}

/**
 * The model of a request, and the request without what that model cannot be told.
 * @throws AppError `invalid` when it cannot do what is asked
 */
export async function fitToModel(
  userId: UserScope,
  request: ImageRequest,
): Promise<{ model: ConfiguredImageModel; request: ImageRequest }> {
  const { model } = (await makerOf(sql, userId, request)) ?? {};
  if (!model && request.loraId !== undefined) throw await noLora(userId, request.loraId);
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
      ...(loraId !== undefined && { loraId, loraScale: loraScale ?? USUAL_LORA_SCALE }),
      ...(model.negativePrompt && negativePrompt && { negativePrompt }),
      ...(model.seed && seed !== undefined && { seed }),
    },
  };
}

/** Why there is nothing that makes images with this LoRA. */
async function noLora(userId: UserScope, loraId: string): Promise<AppError> {
  const row = await findLora(sql, userId, loraId);
  const isFromElsewhere = row !== null && row.trainedAt !== null && row.providerVersion === null;
  return isFromElsewhere
    ? new AppError('conflict', mediaTexts.loraElsewhere)
    : new AppError('not-found', mediaTexts.loraGone);
}

/** What is wrong with one field of the form. */
function refusal(field: keyof ImageRequest, text: string): AppError {
  return new AppError('invalid', text, { fields: { [field]: text } });
}

import { defaultModel, isDemo, seesPictures } from '~/gateways/ai/index.server';
import { trainingModel } from '~/gateways/training/index.server';
import { sql } from '~/lib/db/index.server';

import type { LoraList } from '../media';
import { MAX_LORAS } from './create-lora.server';
import { LORA_PICTURES, LORA_RANK, LORA_STEPS } from './lora-rules';
import { listLoras as rowsOf } from './lora-data.server';
import { loraView } from './lora-view';

/** What the page of LoRAs begins with. */
export async function listLoras(userId: string): Promise<LoraList> {
  const rows = await rowsOf(sql, userId, MAX_LORAS);
  return {
    loras: rows.map(loraView),
    available: trainingModel() !== null,
    captions: isDemo() || seesPictures(defaultModel()),
    limits: LORA_PICTURES,
    steps: LORA_STEPS,
    rank: LORA_RANK,
  };
}

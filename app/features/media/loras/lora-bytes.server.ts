import type { Sql } from '~/lib/db/index.server';

import { loraImageBytes } from './images/lora-image-data.server';
import { weightBytes } from './lora-data.server';

/** Bytes that a user's LoRAs take, with the pictures that they learn from. */
export async function loraBytes(sql: Sql, userId: string): Promise<number> {
  return (await loraImageBytes(sql, userId)) + (await weightBytes(sql, userId));
}

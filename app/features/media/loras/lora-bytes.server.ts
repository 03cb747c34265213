import type { Sql } from '~/lib/db/index.server';

import { loraImageBytes } from './lora-image-table.server';
import { weightBytes } from './lora-table.server';

/** Bytes that a user's LoRAs take, with the pictures that they learn from. */
export async function loraBytes(sql: Sql, userId: string): Promise<number> {
  return (await loraImageBytes(sql, userId)) + (await weightBytes(sql, userId));
}

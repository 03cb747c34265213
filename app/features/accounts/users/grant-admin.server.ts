import { updateAdmin } from './users.server';

export async function grantAdmin(userId: string): Promise<void> {
  await updateAdmin(userId, true);
}

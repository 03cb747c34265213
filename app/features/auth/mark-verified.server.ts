import { updateVerified } from './users.server';

/** Counts the user's e-mail as verified. */
export async function markVerified(userId: string): Promise<void> {
  await updateVerified(userId);
}

import { RequestRefused } from '~/http/client';

/** Whether the request was refused because the person has to confirm who they are first (`orConfirm`). */
export function needsConfirm(error: unknown): boolean {
  return error instanceof RequestRefused && error.body.confirm === true;
}

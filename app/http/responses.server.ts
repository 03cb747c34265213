import { AppError } from '~/lib/errors';
import { describeFailure, logCause, retryHeader } from './failure.server';

/** For a loader of a page: an expected failure becomes the response that the error page is made from. */
export async function orThrowResponse<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof AppError) {
      logCause(error);
      throw new Response(error.userMessage, { status: error.status });
    }
    throw error;
  }
}

/** For an API: the answer in JSON, or `{ error }` with its status, and `fields` where a form's are named. */
export function jsonOrFailure<T>(work: () => Promise<T>): Promise<Response> {
  return answerOrFailure(async () => Response.json(await work(), { headers: NOT_STORED }));
}

/** For an API that makes its own response; a failure becomes `{ error }`. Responses that are thrown pass through. */
export async function answerOrFailure(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Response) return error;
    const { status, retryAfter, ...told } = describeFailure(error);
    const headers = { ...NOT_STORED, ...retryHeader({ retryAfter }) };
    return Response.json(told, { status, headers });
  }
}

const NOT_STORED = { 'Cache-Control': 'private, no-store' };

import type { SubmissionResult } from '@conform-to/react';
import type { ActionFunctionArgs, AppLoadContext, LoaderFunctionArgs } from '@remix-run/node';

import type { AccountFormAnswer } from '~/features/accounts/forms/answers.server';

const ORIGIN = 'http://localhost:3000';

export interface Sent {
  cookie?: string;
  context?: AppLoadContext;
  headers?: Record<string, string>;
}

/** The arguments of a loader for this address. */
export function get(
  path: string,
  { cookie, context = {}, headers = {} }: Sent = {},
): LoaderFunctionArgs {
  const request = new Request(ORIGIN + path, {
    headers: { ...headers, ...(cookie ? { cookie } : {}) },
  });
  return { request, context, params: {} };
}

/** The arguments of an action for this form. */
export function post(
  path: string,
  fields: Record<string, string>,
  { cookie, context = {}, headers = {} }: Sent = {},
): ActionFunctionArgs {
  const request = new Request(ORIGIN + path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { ...headers, ...(cookie ? { cookie } : {}) },
  });
  return { request, context, params: {} };
}

export interface Outcome {
  status: number | undefined;
  location: string | null;
  setCookie: string | null;
  headers: Headers;
  text: string;
  /** The submission result, of a page's own form or a settings form. */
  form: SubmissionResult | undefined;
  done: string | undefined;
  confirm: boolean | undefined;
}

/** What an action or loader returned or threw. */
export async function outcome(work: Promise<unknown>): Promise<Outcome> {
  const answer = await work.catch((error: unknown) => error);
  if (answer instanceof Error) throw answer;
  if (answer instanceof Response) {
    const text = await answer.text();
    const { result, done, confirm } = settingsIn(text);
    return {
      status: answer.status,
      location: answer.headers.get('location'),
      setCookie: answer.headers.get('set-cookie'),
      headers: answer.headers,
      text,
      form: result,
      done,
      confirm,
    };
  }
  const { data, init } = answer as { data: SubmissionResult; init: ResponseInit | null };
  const headers = new Headers(init?.headers);
  return {
    status: init?.status ?? 200,
    location: null,
    setCookie: headers.get('set-cookie'),
    headers,
    text: JSON.stringify(data),
    form: data,
    done: undefined,
    confirm: undefined,
  };
}

/** The answer of a settings form; empty for anything else. */
function settingsIn(text: string): Partial<AccountFormAnswer> {
  try {
    return (JSON.parse(text) as AccountFormAnswer | null) ?? {};
  } catch {
    return {};
  }
}

import { post, resource } from '~/http/resource.server';

import { transcribeRecording } from '../transcribe-recording.server';

const api = resource(
  /** The words in a recording, which is the body; `seconds` is its length. */
  post(
    '/api/dictation',
    { access: 'user', limit: 'dictate', node: 'stream' },
    ({ scope, headers, search, bytes, signal }) =>
      transcribeRecording({
        userId: scope,
        body: bytes(),
        bytes: Number(headers.get('content-length') ?? Number.NaN),
        seconds: Number(search.get('seconds')),
        signal,
      }),
  ),
);

export type DictationApi = typeof api;
export const loader = api.loader;
export const action = api.action;

import {
  del,
  get,
  patch,
  post,
  put,
  Reply,
  resource,
  NO_SUCH_ADDRESS,
} from '~/http/resource.server';

const PATH = '/api/*';
const anyone = { access: 'anyone' } as const;
const missing = () => new Reply(404, { error: NO_SUCH_ADDRESS });

// Every unknown address below /api: a script needs a 404, not a redirect to the sign-in page.
const api = resource(
  get(PATH, anyone, missing),
  post(PATH, anyone, missing),
  put(PATH, anyone, missing),
  patch(PATH, anyone, missing),
  del(PATH, anyone, missing),
);

export const loader = api.loader;
export const action = api.action;

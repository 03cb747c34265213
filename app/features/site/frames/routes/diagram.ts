import { get, resource } from '~/http/resource.server';
import { diagramDocument } from '~/ui/rich-text/diagram-document.server';

const api = resource(
  /** For anyone: it shows only what its address contains. */
  get('/frames/diagram', { access: 'anyone' }, ({ search }) =>
    diagramDocument(search.get('script') ?? ''),
  ),
);

export const loader = api.loader;
export const action = api.action;

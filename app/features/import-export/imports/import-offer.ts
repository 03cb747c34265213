import { ImportOffer } from './components/import-offer';

/** For the composer: an export that is dropped there can be imported instead of attached. */
export const importOffer = { takes: isExport, Window: ImportOffer };

/** What the services call theirs. */
const EXPORT_NAME = /\.zip$|^(conversations[^/]*|shared_conversations)\.json$/i;

/** It looks like the export of a chat service, not like something to talk about. */
export function isExport({ name }: { name: string }): boolean {
  return EXPORT_NAME.test(name);
}

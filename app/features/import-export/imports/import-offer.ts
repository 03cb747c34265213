import { isExport } from '../exports/export-name';
import { ImportOffer } from './components/import-offer';

/** For the composer: an export that is dropped there can be imported instead of attached. */
export const importOffer = { takes: isExport, Window: ImportOffer };

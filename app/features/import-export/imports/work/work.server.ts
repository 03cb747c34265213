import type { IncomingSource } from '../incoming';
import type { Held } from './work-data.server';

/** What a step of an import works with. */
export interface Work {
  held: Held;
  /** Aborted when the import was canceled, or the process stops. */
  signal: AbortSignal;
  /** The export. @throws AppError that says why it is none */
  open(): Promise<IncomingSource>;
  /** How far it is, from 0 to 1. */
  report(share: number): void;
  /** Called often: lets others have their turn. Throws once `signal` is aborted. */
  breathe(): Promise<void>;
}

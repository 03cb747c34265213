import type { IncomingService } from '../imports/incoming';

// What the browser gets of imports and exports. Times are milliseconds since the epoch, sizes bytes.

/**
 * uploading → reading → ready (the preview) → importing → done, failed, or canceled → removing → removed. What was imported
 * before a cancel or a failure stays, and can be removed as well.
 */
export type ImportState =
  | 'uploading'
  | 'reading'
  | 'ready'
  | 'importing'
  | 'done'
  | 'failed'
  | 'canceled'
  | 'removing'
  | 'removed';

export interface ImportView {
  id: string;
  state: ImportState;
  /** Null until it has been read. */
  service: IncomingService | null;
  files: readonly ImportFile[];
  /** Of each part; the last one of a file is shorter. */
  partSize: number;
  createdAt: number;
  finishedAt: number | null;
  /** Percent of its present step. */
  progress: number;
  /** Why it failed, for the person. */
  reason: string | null;
  /** Null until it has been read. */
  found: ImportFound | null;
  /** What was done so far; null before importing begins. */
  result: ImportResult | null;
}

export interface ImportFile {
  name: string;
  size: number;
  /** Indexes of the parts that have arrived. */
  received: readonly number[];
}

export interface ImportFound {
  conversations: number;
  /** Not imported yet. */
  fresh: number;
  /** Imported before, and grown since. */
  grown: number;
  /** Imported before, and unchanged. */
  known: number;
  unreadable: number;
  earliest: number | null;
  latest: number | null;
  /** What our own archives hold apart from conversations: `{ profiles: 3 }`. */
  others: Readonly<Record<string, number>>;
  /** Sentences about the whole export. */
  remarks: readonly string[];
}

export interface ImportResult {
  imported: number;
  updated: number;
  skipped: number;
  /** Unchanged by what the person deletes or adds later. */
  messages: number;
  files: number;
  missingFiles: number;
  /** What was restored apart from conversations, from our own archives. */
  others: Readonly<Record<string, number>>;
}

export type CandidateStatus = 'fresh' | 'grown' | 'known' | 'unreadable';

/** A conversation in the preview. */
export interface ImportCandidate {
  /** Its place in the export. */
  index: number;
  title: string;
  createdAt: number | null;
  updatedAt: number | null;
  messages: number;
  standing: CandidateStatus;
}

export interface CandidatePage {
  items: ImportCandidate[];
  cursor: string | null;
}

/** Which candidates to import, by `index`: all that are fresh or grown except some, or only some. */
export type ImportChoice = { all: true; except: number[] } | { all: false; only: number[] };

/** A line of the report. */
export interface ImportReportLine {
  index: number;
  title: string;
  /** Null when it was skipped, or has been deleted since. */
  conversationId: string | null;
  /** Why it was skipped, or what couldn't be shown. */
  remarks: readonly string[];
}

export interface ReportPage {
  items: ImportReportLine[];
  cursor: string | null;
}

/** The live event `import`; `received` is empty, because only uploads need it. */
export interface ImportEvent {
  import: ImportView;
}

export type ExportState = 'queued' | 'running' | 'ready' | 'failed' | 'canceled' | 'expired';

/** An archive of the whole account. */
export interface ExportView {
  id: string;
  state: ExportState;
  createdAt: number;
  /** Percent. */
  progress: number;
  size: number | null;
  /** When the download expires. */
  expiresAt: number | null;
  reason: string | null;
}

/** The live event `export`: the state of one, or the id of one that was deleted. */
export type ExportEvent = { export: ExportView } | { removed: string };

declare module '~/engine/events/events' {
  interface LiveTopics {
    import: ImportEvent;
    export: ExportEvent;
  }
}

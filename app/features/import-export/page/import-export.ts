import type { IncomingService } from '../imports/incoming';

// What the browser sees of imports and exports. Times are milliseconds since the epoch, sizes bytes.

/**
 * uploading → reading → ready (the preview) → importing → done; or failed, or canceled. removing and removed: taken back
 * afterwards. What was imported before a cancel or a failure stays, and can be removed like that of any other.
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
  /** Null until it was read. */
  service: IncomingService | null;
  files: readonly ImportFile[];
  /** Bytes of each part; the last one of a file is shorter. */
  partSize: number;
  createdAt: number;
  finishedAt: number | null;
  /** Of a hundred, of what it is doing. */
  progress: number;
  /** Why it failed, for the person. */
  reason: string | null;
  /** What was found; null until it was read. */
  found: ImportFound | null;
  /** What was done, so far; null before it began. */
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
  /** Imported before, as they are. */
  known: number;
  unreadable: number;
  earliest: number | null;
  latest: number | null;
  /** What our own archives hold beside: `{ profiles: 3 }`. */
  others: Readonly<Record<string, number>>;
  /** Sentences on the whole export. */
  remarks: readonly string[];
}

export interface ImportResult {
  imported: number;
  updated: number;
  skipped: number;
  /** Conversations that the person deleted or went on with do not change it. */
  messages: number;
  files: number;
  missingFiles: number;
  /** What of our own archives came in beside. */
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

/** What is to come in: everything that is fresh or grown but for some, or some alone; by `index`. */
export type ImportChoice = { all: true; except: number[] } | { all: false; only: number[] };

/** A line of the report. */
export interface ImportReportLine {
  index: number;
  title: string;
  /** Where it is now; null when it was skipped, or has been deleted since. */
  conversationId: string | null;
  /** Why it was skipped, or what of it could not be shown. */
  remarks: readonly string[];
}

export interface ReportPage {
  items: ImportReportLine[];
  cursor: string | null;
}

/** Live changes with the topic `import`; without `received`, which only uploads need. */
export interface ImportEvent {
  import: ImportView;
}

export type ExportState = 'queued' | 'running' | 'ready' | 'failed' | 'canceled' | 'expired';

/** An archive of the whole account. */
export interface ExportView {
  id: string;
  state: ExportState;
  createdAt: number;
  /** Of a hundred. */
  progress: number;
  size: number | null;
  /** When its link ends. */
  expiresAt: number | null;
  reason: string | null;
}

/** Live changes with the topic `export`: how one stands, or that it was taken off the list. */
export type ExportEvent = { export: ExportView } | { removed: string };

declare module '~/engine/events/events' {
  interface LiveTopics {
    import: ImportEvent;
    export: ExportEvent;
  }
}

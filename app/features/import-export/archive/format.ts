import { z } from 'zod';

// What an archive consists of (decision 0036). Paths have `/` and no `..`. All JSON files except the manifest are arrays
// with one row per line, so that they can be read line by line:
//
//   README.txt                          for people
//   data/<section>.json                 the rows of a section
//   conversations/<id>.json             a conversation: its first line ends with `"messages":[`, one message per line
//                                       follows, parents before their children, and the last line is `]}`
//   readable/<section>/<name>.md        the same as Markdown, never read back
//   files/<section>/<id>…               the objects of a row, as they are stored
//   manifest.json                       the last entry

export const ARCHIVE_FORMAT = 'brandwright-archive';
export const ARCHIVE_VERSION = 1;
export const MANIFEST = 'manifest.json';

export const sectionPath = (section: string): string => `data/${section}.json`;
export const conversationPath = (id: string): string => `conversations/${id}.json`;
export const filePath = (path: string): string => `files/${path}`;

export const archivedFileSchema = z.object({
  path: z.string().max(400),
  /** Bytes. */
  size: z.number().int().min(0),
  /** In hex. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export type ArchivedFile = z.output<typeof archivedFileSchema>;

export const manifestSchema = z.object({
  format: z.literal(ARCHIVE_FORMAT),
  version: z.number().int().min(1),
  /** The version of the app that wrote it. */
  appVersion: z.string().max(100),
  madeAt: z.iso.datetime(),
  /** For people; it doesn't restrict who may import the archive. */
  account: z.object({ name: z.string().max(400), email: z.string().max(400) }),
  /** In the order in which they are restored. */
  sections: z.array(z.object({ name: z.string().max(100), rows: z.number().int().min(0) })),
  /** Paths of files that couldn't be found when the archive was written. */
  missing: z.array(z.string().max(400)),
  /** All except the manifest itself. */
  files: z.array(archivedFileSchema),
});
export type Manifest = z.output<typeof manifestSchema>;

export const README = `This archive contains everything in your Brandwright account.

readable/       Your conversations, saved content, brand profiles, and more as Markdown, for any text editor.
files/          Your files: attachments, images, videos, and trained LoRAs.
data/           All your data as JSON: one file for each kind, one entry per line.
conversations/  Each conversation with all its branches, as JSON.
manifest.json   Everything in this archive, with the size and SHA-256 checksum of each file.

To import it into Brandwright, go to Settings, Import & Export. Purchases, token use, sessions, and share links are
included for reference and never imported.

Keep this file safe: it contains everything you wrote.
`;

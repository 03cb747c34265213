import { formatCount, formatNumber } from '~/lib/format/numbers';

/** The sections that can be restored, for people. */
const SECTION_NAMES: Readonly<Record<string, readonly [one: string, many: string]>> = {
  preferences: ['setting', 'settings'],
  hiddenStarters: ['hidden prompt', 'hidden prompts'],
  prompts: ['prompt', 'prompts'],
  folders: ['folder', 'folders'],
  profiles: ['brand profile', 'brand profiles'],
  brandStories: ['brand story', 'brand stories'],
  customerJourneys: ['customer journey', 'customer journeys'],
  solutionSuites: ['solution suite', 'solution suites'],
  campaignFrameworks: ['campaign framework', 'campaign frameworks'],
  sources: ['source', 'sources'],
  sourcePages: ['page of a source', 'pages of sources'],
  savedContentFolders: ['saved content folder', 'saved content folders'],
  savedContents: ['piece of saved content', 'pieces of saved content'],
  savedContentVersions: ['earlier version', 'earlier versions'],
  chatDocuments: ['document', 'documents'],
  chatDocumentVersions: ['earlier version of a document', 'earlier versions of documents'],
  chatDocumentPatches: ['suggested change', 'suggested changes'],
  briefs: ['brief', 'briefs'],
  pieces: ['variant', 'variants'],
  citations: ['list of citations', 'lists of citations'],
  mediaItems: ['image or video', 'images and videos'],
  loras: ['LoRA', 'LoRAs'],
  loraImages: ['training image', 'training images'],
};

/** `3 brand profiles`; a section without a name here is called by its own. */
function countedRows(section: string, count: number): string {
  const [one, many] = SECTION_NAMES[section] ?? [section, section];
  return formatCount(count, one, many);
}

/** Of sentences, and of sections with a reason. */
const MAX = 100;

/** Collects sentences about what couldn't be restored, each once for all its rows. */
export class RestoreRemarks {
  readonly #sentences = new Set<string>();
  readonly #refused = new Map<string, { section: string; reason: string; count: number }>();
  #more = 0;

  say(sentence: string): void {
    if (this.#sentences.has(sentence)) return;
    if (this.#sentences.size < MAX) this.#sentences.add(sentence);
    else this.#more += 1;
  }

  /** Notes a row that wasn't restored. */
  refuse(section: string, reason: string): void {
    const key = `${section} ${reason}`;
    const known = this.#refused.get(key);
    if (known) known.count += 1;
    else if (this.#refused.size < MAX) this.#refused.set(key, { section, reason, count: 1 });
    else this.#more += 1;
  }

  all(): string[] {
    const refused = [...this.#refused.values()].map(
      ({ section, reason, count }) => `Not imported: ${countedRows(section, count)}. ${reason}`,
    );
    const more = this.#more > 0 ? [`And ${formatNumber(this.#more)} more like these.`] : [];
    return [...this.#sentences, ...refused, ...more];
  }
}

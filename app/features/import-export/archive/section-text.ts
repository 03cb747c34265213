import { formatCount } from '~/lib/format';

// What the sections of an archive that come back are called, for people.

const WORDS: Readonly<Record<string, readonly [one: string, many: string]>> = {
  preferences: ['setting', 'settings'],
  hiddenStarters: ['hidden prompt', 'hidden prompts'],
  prompts: ['prompt', 'prompts'],
  folders: ['folder', 'folders'],
  profiles: ['brand profile', 'brand profiles'],
  brandStories: ['brand story', 'brand stories'],
  customerJourneys: ['customer journey', 'customer journeys'],
  solutionSuites: ['solution suite', 'solution suites'],
  campaignFrameworks: ['campaign framework', 'campaign frameworks'],
  savedContentFolders: ['folder of saved content', 'folders of saved content'],
  savedContents: ['saved content', 'saved contents'],
  savedContentVersions: ['earlier version', 'earlier versions'],
  briefs: ['brief', 'briefs'],
  pieces: ['text of a brief', 'texts of briefs'],
  mediaItems: ['picture or video', 'pictures and videos'],
  loras: ['LoRA', 'LoRAs'],
  loraImages: ['training picture', 'training pictures'],
};

/** `3 brand profiles`; a section that no one has a word for is called by its name. */
export function countedRows(section: string, count: number): string {
  const [one, many] = WORDS[section] ?? [section, section];
  return formatCount(count, one, many);
}

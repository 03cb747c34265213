import { loadLanguages } from '~/features/brand';

import { languageOfScript, spokenParts } from './spoken-text';

/** In UTF-16 units: hours of reading. */
const MAX_READ = 100_000;

/** Stops what is being read, in this tab. */
let stopReading: (() => void) | null = null;

export interface Spoken {
  parts: string[];
  /** As BCP 47 names it. */
  language: string;
}

/** What to say of an answer in Markdown, and in which language. */
export async function spokenOf(markdown: string): Promise<Spoken> {
  const [{ renderMarkdown }, { languageOf }] = await Promise.all([
    import('~/lib/markdown/render'),
    loadLanguages(),
  ]);
  const parts = spokenParts(renderMarkdown(markdown.slice(0, MAX_READ), { breaks: true }));
  const text = parts.join(' ');
  const language =
    CODES[languageOf(text)] ?? languageOfScript(text) ?? document.documentElement.lang;
  return { parts, language };
}

const CODES: Readonly<Partial<Record<string, string>>> = {
  english: 'en',
  german: 'de',
  french: 'fr',
  spanish: 'es',
  italian: 'it',
  portuguese: 'pt',
  dutch: 'nl',
  danish: 'da',
  norwegian: 'nb',
  swedish: 'sv',
  finnish: 'fi',
  romanian: 'ro',
  hungarian: 'hu',
  turkish: 'tr',
  russian: 'ru',
};

/**
 * Reads parts aloud, one after the other, in place of what is being read. Returns how to stop it; `onEnd` is called once,
 * with whether the browser failed.
 */
export function readAloud(
  { parts, language }: Spoken,
  onEnd: (failed: boolean) => void,
): () => void {
  stopReading?.();
  const voice = voiceFor(language);
  let at = 0;
  /** Referenced, because Chromium collects an utterance that nothing else holds and never reports its end. */
  let speaking: SpeechSynthesisUtterance | null = null;
  let isOver = false;

  function end(failed: boolean) {
    if (isOver) return;
    isOver = true;
    if (stopReading === stop) stopReading = null;
    window.removeEventListener('pagehide', stop);
    speechSynthesis.cancel();
    onEnd(failed);
  }
  const stop = () => end(false);

  function speakNext() {
    if (isOver) return;
    const part = parts[at];
    if (part === undefined) return stop();
    at += 1;
    speaking = new SpeechSynthesisUtterance(part);
    speaking.lang = voice?.lang ?? language;
    speaking.voice = voice;
    speaking.onend = speakNext;
    speaking.onerror = () => end(true);
    speechSynthesis.speak(speaking);
  }

  stopReading = stop;
  window.addEventListener('pagehide', stop);
  // What another page of this tab left in the queue.
  speechSynthesis.cancel();
  speakNext();
  return stop;
}

/** A voice of the language, rather of the person's region and on the device. */
function voiceFor(language: string): SpeechSynthesisVoice | null {
  const base = (tag: string) => tag.toLowerCase().split(/[-_]/)[0];
  const voices = speechSynthesis.getVoices().filter(({ lang }) => base(lang) === base(language));
  const rank = ({ lang, localService, default: isDefault }: SpeechSynthesisVoice) =>
    (navigator.languages.includes(lang.replace('_', '-')) ? 4 : 0) +
    (isDefault ? 2 : 0) +
    (localService ? 1 : 0);
  return voices.toSorted((one, other) => rank(other) - rank(one))[0] ?? null;
}

import { formatNumber } from '~/lib/format';

import { countedRows } from './section-text';

const MAX = 100;

/** Sentences on what could not come in, each once however many rows it is about. */
export class RestoreRemarks {
  readonly #sentences = new Set<string>();
  readonly #refused = new Map<string, { section: string; reason: string; count: number }>();
  #more = 0;

  say(sentence: string): void {
    if (this.#sentences.has(sentence)) return;
    if (this.#sentences.size < MAX) this.#sentences.add(sentence);
    else this.#more += 1;
  }

  /** A row that could not come in, and why. */
  refuse(section: string, reason: string): void {
    const key = `${section} ${reason}`;
    const known = this.#refused.get(key);
    if (known) known.count += 1;
    else if (this.#refused.size < MAX) this.#refused.set(key, { section, reason, count: 1 });
    else this.#more += 1;
  }

  all(): string[] {
    const refused = [...this.#refused.values()].map(
      ({ section, reason, count }) => `Not brought in: ${countedRows(section, count)}. ${reason}`,
    );
    const more = this.#more > 0 ? [`And ${formatNumber(this.#more)} more like these.`] : [];
    return [...this.#sentences, ...refused, ...more];
  }
}

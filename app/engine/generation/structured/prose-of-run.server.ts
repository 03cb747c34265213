import type { Run } from '../run/runs.server';
import { ATTEMPT_MARK } from './attempts';
import { proseOf, ProseReader } from './prose';

/** The answers in JSON to a run whose text is only a text within them. */
export class ProseOfRun {
  /** Both answers, with the mark between them. */
  text = '';
  readonly model: string;
  readonly promptTokens: number;
  readonly #run: Pick<Run, 'cutBy'>;
  readonly #field: string;
  readonly #show: (chunk: string) => void;
  readonly #reader: ProseReader;
  #shown = '';
  #isSecond = false;

  constructor(
    run: Pick<Run, 'cutBy' | 'model' | 'promptTokens'>,
    field: string,
    show: (chunk: string) => void,
  ) {
    this.#run = run;
    this.#field = field;
    this.#show = show;
    this.model = run.model;
    this.promptTokens = run.promptTokens;
    this.#reader = new ProseReader(field);
  }

  get cutBy(): Run['cutBy'] {
    return this.#run.cutBy;
  }

  get attempts(): string[] {
    return this.text.split(ATTEMPT_MARK);
  }

  take(chunk: string): void {
    this.text += chunk;
    this.#isSecond ||= chunk === ATTEMPT_MARK;
    // Of a second answer, only what the first one failed to say is shown, at the end.
    if (!this.#isSecond) this.#put(this.#reader.take(chunk));
  }

  /** Shows what is still missing of the text. */
  end(): void {
    const told = this.attempts.map((attempt) => proseOf(attempt, this.#field));
    const whole = told.find((text) => text !== '' && text.startsWith(this.#shown));
    if (whole !== undefined) this.#put(whole.slice(this.#shown.length));
  }

  #put(prose: string): void {
    if (prose === '') return;
    this.#shown += prose;
    this.#show(prose);
  }
}

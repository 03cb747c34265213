import { MAX_RECORDING_BYTES, MAX_RECORDING_SECONDS } from './recording';

/** Speech stays clear, and ten minutes stay small. */
const BITS_PER_SECOND = 32_000;
const TYPES = ['audio/webm;codecs=opus', 'audio/mp4', 'audio/ogg;codecs=opus'];
/** How often the browser hands over what it has recorded. */
const PART_MS = 1_000;
/** Room for the part that is under way when a recording ends by itself. */
const FULL_BYTES = MAX_RECORDING_BYTES - 1_000_000;

export type MicrophoneProblem = 'refused' | 'missing' | 'unusable';

/** Why a recording ended by itself. */
export type EarlyEnd = 'full' | 'unplugged';

export interface Recorded {
  audio: Blob;
  seconds: number;
}

/** The microphone can't be used. */
export class NoMicrophone extends Error {
  readonly problem: MicrophoneProblem;

  constructor(cause: unknown) {
    super('no microphone', { cause });
    const name = cause instanceof DOMException ? cause.name : '';
    this.problem =
      name === 'NotAllowedError' || name === 'SecurityError'
        ? 'refused'
        : name === 'NotFoundError'
          ? 'missing'
          : 'unusable';
  }
}

/** A running recording. */
export class Recorder {
  readonly #stream: MediaStream;
  readonly #media: MediaRecorder;
  readonly #context = new AudioContext();
  readonly #analyser = this.#context.createAnalyser();
  readonly #samples = new Uint8Array(this.#analyser.fftSize);
  readonly #parts: Blob[] = [];
  readonly #stopped: Promise<void>;
  #bytes = 0;
  /** Before the last pause. */
  #earlierMs = 0;
  #resumedAt = performance.now();

  /** Asks for the microphone and records. @throws NoMicrophone */
  static async start(onEarlyEnd: (why: EarlyEnd) => void): Promise<Recorder> {
    let stream: MediaStream | undefined;
    try {
      stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      return new Recorder(stream, onEarlyEnd);
    } catch (error) {
      stopTracks(stream);
      throw new NoMicrophone(error);
    }
  }

  private constructor(stream: MediaStream, onEarlyEnd: (why: EarlyEnd) => void) {
    this.#stream = stream;
    const mimeType = TYPES.find((type) => MediaRecorder.isTypeSupported(type));
    this.#media = new MediaRecorder(stream, { mimeType, audioBitsPerSecond: BITS_PER_SECOND });
    // Safari starts it suspended, since the person's click was before the microphone's question.
    void this.#context.resume();
    this.#context.createMediaStreamSource(stream).connect(this.#analyser);
    this.#stopped = new Promise((resolve) => {
      this.#media.onstop = () => resolve();
    });
    this.#media.ondataavailable = ({ data }) => {
      this.#parts.push(data);
      this.#bytes += data.size;
      const isFull = this.#bytes >= FULL_BYTES || this.seconds >= MAX_RECORDING_SECONDS;
      if (isFull && this.close()) onEarlyEnd('full');
    };
    for (const track of stream.getTracks()) {
      track.onended = () => this.close() && onEarlyEnd('unplugged');
    }
    this.#media.start(PART_MS);
  }

  /** How long it has recorded, without pauses. */
  get seconds(): number {
    const running = this.#media.state === 'recording' ? performance.now() - this.#resumedAt : 0;
    return (this.#earlierMs + running) / 1_000;
  }

  /** How loud it is, from 0 to 1. */
  get level(): number {
    if (this.#media.state !== 'recording') return 0;
    this.#analyser.getByteTimeDomainData(this.#samples);
    const power = this.#samples.reduce((sum, sample) => sum + ((sample - 128) / 128) ** 2, 0);
    // Speech at a normal distance has about a quarter of full scale.
    return Math.min(1, Math.sqrt(power / this.#samples.length) * 4);
  }

  pause(): void {
    this.#earlierMs = this.seconds * 1_000;
    this.#media.pause();
  }

  resume(): void {
    this.#resumedAt = performance.now();
    this.#media.resume();
  }

  /** Ends it and returns what was recorded. */
  async finish(): Promise<Recorded> {
    this.close();
    await this.#stopped;
    const { mimeType } = this.#media;
    return { audio: new Blob(this.#parts, { type: mimeType }), seconds: this.#earlierMs / 1_000 };
  }

  /** Ends it and lets go of the microphone. False if it has ended before. */
  close(): boolean {
    if (this.#media.state === 'inactive') return false;
    this.#earlierMs = this.seconds * 1_000;
    this.#media.stop();
    stopTracks(this.#stream);
    void this.#context.close();
    return true;
  }
}

function stopTracks(stream: MediaStream | undefined): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

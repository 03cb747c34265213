/** How a job stands. The last three are its ends. */
export const JOB_STATES = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;
export type JobState = (typeof JOB_STATES)[number];

export type JobKind = 'image' | 'video' | 'lora';

export const IMAGE_SIZES = ['1024x1024', '1536x1024', '1024x1536'] as const;
export type ImageSize = (typeof IMAGE_SIZES)[number];

export const STYLES = [
  'none',
  'photo',
  'illustration',
  'watercolour',
  '3d',
  'line-art',
  'product',
  'flat',
] as const;
export type Style = (typeof STYLES)[number];

export const MAX_PROMPT = 4_000;
export const MAX_NEGATIVE_PROMPT = 1_000;
export const MAX_BRAND_TEXT = 4_000;
export const MAX_IMAGES = 4;
export const MAX_SEED = 2_147_483_647;
export const MAX_LORA_SCALE = 1.5;
export const DEFAULT_LORA_SCALE = 1;

/** What someone asks for; kept with the job, so that it can be asked for again. */
export interface ImageRequest {
  prompt: string;
  /** What the image should not show, for models that can be told. */
  negativePrompt?: string;
  model: string;
  size: ImageSize;
  count: number;
  /** The same seed makes the same image, with models that take one. */
  seed?: number;
  style?: Style;
  /** The brand profile that `brandText` came from. */
  profileId: string | null;
  /** What of the brand goes into the prompt; '' for none. */
  brandText: string;
  /** An item of the gallery, or an upload, that the image starts from. */
  referenceId?: string;
  /** A trained LoRA of the same user: it takes the model's place. */
  loraId?: string;
  /** How much the LoRA counts, 0–1.5. */
  loraScale?: number;
}

export const MAX_VIDEO_PROMPT = 2_000;
export const VIDEO_ASPECTS = ['16:9', '9:16', '1:1'] as const;
export type VideoAspect = (typeof VIDEO_ASPECTS)[number];

export interface VideoRequest {
  prompt: string;
  model: string;
  aspect: VideoAspect;
  seconds: number;
  seed?: number;
  /** An image of the gallery, or an upload, that the video begins with. */
  firstFrameId?: string;
}

export interface VideoModel {
  id: string;
  label: string;
  /** How long its videos can be, the shortest first. */
  seconds: number[];
  aspects: VideoAspect[];
  supports: {
    seed: boolean;
    /** Whether a video can begin with a picture. */
    firstFrame: boolean;
  };
  /** For one second, from the price list in the configuration. */
  tokensPerSecond: number;
}

/** What a training was started with; its images and captions are the LoRA's. */
export interface LoraRequest {
  loraId: string;
  name: string;
  triggerWord: string;
  steps: number;
  rank: number;
  /** How many images it learns from. */
  images: number;
}

export interface ImageModel {
  id: string;
  label: string;
  sizes: ImageSize[];
  supports: {
    negativePrompt: boolean;
    seed: boolean;
    /** Whether an image can be given to start from. */
    reference: boolean;
    /** How many images one job may make. */
    count: number;
  };
  /** For one image, from the price list in the configuration. */
  tokensEach: number;
}

export interface ItemView {
  id: string;
  jobId: string | null;
  kind: 'image' | 'video';
  width: number;
  height: number;
  bytes: number;
  type: string;
  favourite: boolean;
  /** ISO 8601. */
  createdAt: string;
  prompt: string;
  model: string;
  /** Of a video. */
  durationMs: number | null;
  /** What it was made with, if it was a LoRA. */
  loraId?: string;
  url: string;
  /** 320 pixels on its longer edge; `?size=` takes 640 and 1280 too. '' for a video that has no poster yet. */
  thumbUrl: string;
}

/** What the lightbox shows of one item. */
export interface ItemDetails extends ItemView {
  /** What was asked for, if the job that made it is still known: of an image, or of a video. */
  request: ImageRequest | null;
  video: VideoRequest | null;
  seed: number | null;
  /** The model or the LoRA that made it, as it is called now. */
  madeWith: string;
  /** What one more like it would cost; null where none can be had any more. */
  tokensEach: number | null;
  /** What the provider told of it, such as the prompt as it changed it. */
  metadata: { revisedPrompt?: string; provider?: string };
}

interface JobBase {
  id: string;
  state: JobState;
  /** 0–100; null where no one knows. */
  progress: number | null;
  /** Why it failed, for people. */
  reason: string | null;
  /** Weighted tokens, as estimated before it began. */
  tokens: number;
  /** What was charged, once it has ended. */
  usedTokens: number | null;
  createdAt: string;
  finishedAt: string | null;
  items: ItemView[];
  /** Whether an email tells of its end where no tab did. Added to what a kind says of its job. */
  mail?: boolean;
}

export interface ImageJob extends JobBase {
  kind: 'image';
  request: ImageRequest;
}
export interface VideoJob extends JobBase {
  kind: 'video';
  request: VideoRequest;
}
/** It makes no items: what it makes is the LoRA. */
export interface LoraJob extends JobBase {
  kind: 'lora';
  request: LoraRequest;
}
export type JobView = ImageJob | VideoJob | LoraJob;

/** What the gallery asks for. */
export interface ItemFilter {
  before?: string;
  kind?: ItemView['kind'];
  loraId?: string;
  favourite?: boolean;
  /** The first and the last instant, ISO 8601. */
  from?: string;
  to?: string;
}

/** How many items one request may delete or restore. */
export const MAX_ITEMS_AT_ONCE = 200;

export interface ItemPage {
  items: ItemView[];
  cursor: string | null;
}

export interface LoraView {
  id: string;
  name: string;
  triggerWord: string;
  state: 'draft' | 'training' | 'ready' | 'failed' | 'cancelled';
  /** Its training has not begun yet. */
  waiting: boolean;
  /** How many images it has. */
  images: number;
  steps: number;
  rank: number;
  createdAt: string;
  trainedAt: string | null;
  weightsBytes: number | null;
  /** It came in with its weights alone: it was trained elsewhere, and makes no images here. */
  elsewhere: boolean;
  /** Of its latest training. */
  jobId: string | null;
  coverUrl: string | null;
}

/** What the page of LoRAs begins with. */
export interface LoraList {
  /** Newest first. */
  loras: LoraView[];
  /** Whether a provider is set up that trains. */
  available: boolean;
  /** Whether a model is set up that proposes captions; in demo mode a labelled example does. */
  captions: boolean;
  limits: { fewest: number; most: number; smallestEdge: number; largestBytes: number };
  steps: { min: number; max: number; usual: number };
  rank: { min: number; max: number; usual: number };
}

export interface TrainingEstimate {
  tokens: number;
  minutes: number;
  /** What there is to pay it from; null where nothing needs to be paid. */
  available: number | null;
}

/** Live changes of topic `media-lora`. */
export type LoraEvent = { lora: LoraView } | { removed: string };

/** An image that a LoRA learns from. */
export interface LoraImage {
  id: string;
  name: string;
  width: number;
  height: number;
  bytes: number;
  type: string;
  caption: string;
  url: string;
  thumbUrl: string;
}

export interface LoraDetails extends LoraView {
  pictures: LoraImage[];
  job: JobView | null;
  /** The last lines that the provider wrote about the training. */
  logTail: string;
  /** Images made with it, the newest first. */
  samples: ItemView[];
  rightsConfirmedAt: string | null;
}

/** An upload that an image can start from. */
export interface UploadView {
  id: string;
  name: string;
  width: number;
  height: number;
  bytes: number;
  type: string;
  thumbUrl: string;
}

/**
 * Live changes: of topic `media-job` and of topic `media-item`. Their texts are cut to 120 characters, and `brandText`
 * and `negativePrompt` are left out: the whole is asked for.
 */
export interface JobChange {
  job: JobView;
}
export type ItemChange =
  | { type: 'changed'; item: ItemView }
  | { type: 'removed'; ids: string[] }
  | { type: 'restored'; ids: string[] };

export const isOver = (state: JobState): boolean => state !== 'queued' && state !== 'running';

/** Strips NULs and lone surrogates: PostgreSQL rejects them. */
export function storable(text: string, max = Infinity): string {
  return text.replaceAll('\0', '').slice(0, max).toWellFormed();
}

declare module '~/engine/events/events' {
  interface LiveTopics {
    'media-item': ItemChange;
    'media-job': JobChange;
    'media-lora': LoraEvent;
  }
}

/** The last three are a job's ends. */
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
/** Of the text that an image is for, in code points. */
export const MAX_SUBJECT_TEXT = 2_000;
export const MAX_IMAGES = 4;
export const MAX_SEED = 2_147_483_647;
export const MAX_LORA_SCALE = 1.5;
export const DEFAULT_LORA_SCALE = 1;

/** Stored with the job, so that it can be repeated. */
export interface ImageRequest {
  prompt: string;
  /** What the image should not show, for models that support it. */
  negativePrompt?: string;
  model: string;
  size: ImageSize;
  count: number;
  /** The same seed makes the same image, with models that support it. */
  seed?: number;
  style?: Style;
  /** The brand profile that `brandText` came from. */
  profileId: string | null;
  /** The part of the profile that goes into the prompt; '' for none. */
  brandText: string;
  /** An image or an upload that the image starts from. */
  referenceId?: string;
  /** The text of a chat that the image is for; it goes into the prompt. */
  subjectText?: string;
  /** A trained LoRA of the same user, in place of the model. */
  loraId?: string;
  /** The strength of the LoRA, 0–1.5. */
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
  /** An image or an upload that the video begins with. */
  firstFrameId?: string;
}

export interface VideoModel {
  id: string;
  label: string;
  /** The lengths that its videos can have, the shortest first. */
  seconds: number[];
  aspects: VideoAspect[];
  supports: {
    seed: boolean;
    /** Whether a video can begin with an image. */
    firstFrame: boolean;
  };
  /** The price of one second, from the settings. */
  tokensPerSecond: number;
}

/** The settings of a training; its images and captions are the LoRA's. */
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
    /** Whether an image can start from another. */
    reference: boolean;
    /** How many images one job may make. */
    count: number;
  };
  /** The price of one image, from the settings. */
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
  /** The LoRA that it was made with, if any. */
  loraId?: string;
  url: string;
  /** 320 pixels on its longer edge; `?size=` may also be 640 or 1280. '' for a video without a poster. */
  thumbUrl: string;
  /** Base64 of a tiny WebP version, shown until the thumbnail is loaded; items from earlier releases have none. */
  placeholder?: string;
}

/** An item as the lightbox shows it. */
export interface ItemDetails extends ItemView {
  /** The request for an image or for a video, if its job still exists. */
  request: ImageRequest | null;
  video: VideoRequest | null;
  seed: number | null;
  /** The current name of the model or the LoRA that made it. */
  madeWith: string;
  /** What another image like it would cost; null if none can be made any more. */
  tokensEach: number | null;
  /** What the provider reported, such as the prompt as it changed it. */
  metadata: { revisedPrompt?: string; provider?: string };
}

/** The page on which an item opens in its gallery. */
export function itemPath({ id, kind }: Pick<ItemView, 'id' | 'kind'>): string {
  const page = kind === 'video' ? '/media-creator/video-gen?' : '/media-creator?mode=generate&';
  return `${page}item=${id}`;
}

interface JobBase {
  id: string;
  state: JobState;
  /** 0–100; null if it is unknown. */
  progress: number | null;
  /** Why it failed, for people. */
  reason: string | null;
  /** Weighted tokens, as estimated before it started. */
  tokens: number;
  /** Weighted tokens that were used, once it has ended. */
  usedTokens: number | null;
  createdAt: string;
  finishedAt: string | null;
  items: ItemView[];
  /** Whether an email announces its end if no tab does. Added to what its kind returns; absent without an email service. */
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
/** It makes no items, but the LoRA. */
export interface LoraJob extends JobBase {
  kind: 'lora';
  request: LoraRequest;
}
export type JobView = ImageJob | VideoJob | LoraJob;

/** Which items a page of the gallery has. */
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
  /** Its training waits for its turn. */
  waiting: boolean;
  /** How many images it has. */
  images: number;
  steps: number;
  rank: number;
  createdAt: string;
  trainedAt: string | null;
  weightsBytes: number | null;
  /** It was imported with its weights: it was trained elsewhere, and makes no images here. */
  elsewhere: boolean;
  /** Its latest training. */
  jobId: string | null;
  coverUrl: string | null;
}

/** What the page of LoRAs begins with. */
export interface LoraList {
  /** Newest first. */
  loras: LoraView[];
  /** Whether a provider is set up that trains. */
  available: boolean;
  /** Whether captions can be suggested, by a vision model or, labeled as an example, in demo mode. */
  captions: boolean;
  limits: { min: number; max: number; minEdge: number; maxBytes: number };
  steps: { min: number; max: number; usual: number };
  rank: { min: number; max: number; usual: number };
}

export interface TrainingEstimate {
  tokens: number;
  minutes: number;
  /** The tokens available for it; null where nothing is metered. */
  available: number | null;
}

/** The live event `media-lora`. */
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
  /** The last lines of the provider's log. */
  logTail: string;
  /** Images made with it, newest first. */
  samples: ItemView[];
  rightsConfirmedAt: string | null;
}

/** An uploaded reference. */
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
 * The live events `media-job` and `media-item`. Their texts are cut to 120 characters, and `brandText`,
 * `subjectText`, and `negativePrompt` are left out; pages load the rest.
 */
export interface JobChange {
  job: JobView;
}
export type ItemChange =
  | { type: 'changed'; item: ItemView }
  | { type: 'removed'; ids: string[] }
  | { type: 'restored'; ids: string[] };

export const isOver = (state: JobState): boolean => state !== 'queued' && state !== 'running';

declare module '~/engine/events/events' {
  interface LiveTopics {
    'media-item': ItemChange;
    'media-job': JobChange;
    'media-lora': LoraEvent;
  }
}

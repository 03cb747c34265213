import { z } from 'zod';

/** A setting that is a JSON list of such items. */
function jsonList<Item extends z.ZodType>(item: Item) {
  const list = z.array(item);
  return z.string().transform((text, context): z.output<typeof list> => {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      context.addIssue('is not JSON');
      return z.NEVER;
    }
    const parsed = list.safeParse(value, { error: plainError });
    if (parsed.success) return parsed.data;
    const [issue] = parsed.error.issues;
    context.addIssue(`${issue?.path.join('.') || 'the list'}: ${issue?.message}`);
    return z.NEVER;
  });
}

const KINDS: Record<string, string> = {
  number: 'a number',
  int: 'a whole number',
  string: 'a text',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object in braces',
  record: 'an object in braces',
};

type Issue = Parameters<z.core.$ZodErrorMap>[0];

/** What is wrong with a setting, in words for the person who wrote it. Errors with their own sentence keep it. */
export function plainError(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'is missing'
        : `must be ${KINDS[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return isText(issue) ? 'must not be empty' : `must be ${String(issue.minimum)} or more`;
    case 'too_big':
      return isText(issue)
        ? `must be at most ${String(issue.maximum)} long`
        : `must be ${String(issue.maximum)} or less`;
    case 'invalid_value':
      return `must be ${issue.values.map(String).join(' or ')}`;
    case 'unrecognized_keys':
      return `has no field ${issue.keys.slice(0, 3).join(', ')}`;
    default:
      return undefined;
  }
}

function isText({ origin }: { origin?: unknown }): boolean {
  return origin === 'string' || origin === 'array';
}

const price = z.strictObject({
  price: z.string().regex(/^price_\w+$/, 'must be the id of a price, such as price_1A2b'),
  kind: z.enum(['plan', 'pack']),
  /** Tokens per month of the plan, or in the pack. */
  tokens: z.int().min(1).max(1_000_000_000),
  /** Unset: Stripe's name of the product. */
  name: z.string().trim().min(1).max(100).optional(),
});

/** A JSON list of the plans and packs for sale. */
export const prices = jsonList(price).refine(
  (list) => new Set(list.map((one) => one.price)).size === list.length,
  { error: 'names a price twice' },
);

export type PriceSetting = z.output<typeof price>;

/** Without https only on the operator's own machine. */
const issuerAddress = z.string().refine(
  (address) => {
    const { protocol, hostname } = URL.parse(address) ?? {};
    return protocol === 'https:' || (protocol === 'http:' && hostname === 'localhost');
  },
  { error: 'must be an https address' },
);

const issuer = z.strictObject({
  /** Part of the addresses that the issuer leads back to. */
  id: z.string().regex(/^[a-z\d-]{1,30}$/, 'must be lower-case letters, digits, and hyphens'),
  /** What people call it. */
  name: z.string().trim().min(1).max(40),
  issuer: issuerAddress,
  clientId: z.string().min(1).max(500),
  clientSecret: z.string().min(1).max(2_000),
  /** Separated by spaces. */
  scope: z
    .string()
    .max(500)
    .regex(/(?:^| )openid(?: |$)/, 'must contain openid')
    .default('openid email profile'),
  /** Its email addresses count as verified, although it doesn't say so. */
  trustEmails: z.boolean().default(false),
  /** Makes an admin of everyone whose claim is this value, or a list with it. */
  admin: z
    .strictObject({ claim: z.string().min(1).max(200), value: z.string().min(1).max(500) })
    .optional(),
});

/** A JSON list of the OpenID Connect issuers that people can sign in with. */
export const issuers = jsonList(issuer)
  .refine((list) => list.length <= 5, { error: 'must name at most 5' })
  .refine((list) => ['id', 'issuer'].every((key) => isEachUnique(list, key as 'id')), {
    error: 'names an id or an issuer twice',
  });

function isEachUnique(list: readonly IssuerSetting[], key: 'id' | 'issuer'): boolean {
  return new Set(list.map((one) => one[key])).size === list.length;
}

export type IssuerSetting = z.output<typeof issuer>;

const imageModel = z.strictObject({
  /** The model's name at the provider. */
  id: z.string().min(1).max(200),
  kind: z.literal('image').default('image'),
  /** Unset: the provider of IMAGE_BASE_URL. */
  provider: z.enum(['openai', 'openrouter', 'replicate']).optional(),
  label: z.string().min(1).max(100).optional(),
  /** Weighted tokens for one image. */
  tokens: z.int().min(0).max(10_000_000),
  sizes: z
    .array(z.enum(['1024x1024', '1536x1024', '1024x1536']))
    .min(1)
    .optional(),
  negativePrompt: z.boolean().optional(),
  seed: z.boolean().optional(),
  /** Accepts an image to start from. */
  reference: z.boolean().optional(),
  /** The name of that input in Replicate's model. */
  referenceInput: z.string().min(1).max(100).optional(),
  count: z.int().min(1).max(4).optional(),
});

/** The models that train LoRAs; the first one is used. */
const trainingModel = z.strictObject({
  /** On Replicate; without a version, the latest one. */
  id: z.string().regex(/^[\w.-]+\/[\w.-]+(?::\w+)?$/, 'must be owner/name or owner/name:version'),
  kind: z.literal('training'),
  label: z.string().min(1).max(100).optional(),
  /** Weighted tokens for a training, whatever its length. */
  tokens: z.int().min(0).max(100_000_000),
  /** Plus this for each of its steps. */
  tokensPerStep: z.number().min(0).max(1_000_000),
  /** For each second that the provider bills, in place of the steps, up to the price that was shown before. */
  tokensPerSecond: z.number().min(0).max(1_000_000).optional(),
  /** For one image made with the trained LoRA. */
  pictureTokens: z.int().min(0).max(10_000_000),
});

const inputName = z.string().min(1).max(100);

/** On Replicate, where each model names its inputs differently; these are the most frequent names. */
export const videoModel = z.strictObject({
  id: z.string().min(1).max(200),
  kind: z.literal('video'),
  provider: z.literal('replicate').default('replicate'),
  label: z.string().min(1).max(100).optional(),
  /** Weighted tokens for one second. */
  tokensPerSecond: z.int().min(0).max(1_000_000),
  /** The possible lengths of its videos. */
  seconds: z.array(z.int().min(1).max(300)).min(1).max(20).default([5]),
  secondsInput: inputName.default('duration'),
  aspects: z
    .array(z.enum(['16:9', '9:16', '1:1']))
    .min(1)
    .default(['16:9', '9:16', '1:1']),
  aspectInput: inputName.default('aspect_ratio'),
  seed: z.boolean().default(false),
  seedInput: inputName.default('seed'),
  /** Can start from an image. */
  firstFrame: z.boolean().default(true),
  firstFrameInput: inputName.default('image'),
  /** Extra parameters of each request, such as a resolution. */
  inputs: z.record(inputName, z.union([z.string(), z.number(), z.boolean()])).default({}),
});

const MEDIA_KINDS = { image: imageModel, training: trainingModel, video: videoModel } as const;
const mediaModel = z
  .object({ kind: z.enum(['image', 'training', 'video']).default('image') })
  .loose()
  .transform((setting, context) => {
    const parsed = MEDIA_KINDS[setting.kind].safeParse(setting, { error: plainError });
    if (parsed.success) return parsed.data;
    for (const { path, message } of parsed.error.issues) {
      context.issues.push({ code: 'custom', input: setting, path, message });
    }
    return z.NEVER;
  });

/** A JSON list of models that make images or videos, and of what trains LoRAs. */
export const mediaModels = jsonList(mediaModel).refine((list) => list.length > 0, {
  error: 'must name at least one',
});

export type ImageModelSetting = z.output<typeof imageModel>;
export type VideoModelSetting = z.output<typeof videoModel>;

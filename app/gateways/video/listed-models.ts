import { fieldsOf } from '../../lib/json';

/** What a model of Replicate takes, as its own description of its inputs says. */
export interface ListedVideoModel {
  id: string;
  seconds: number[];
  secondsInput: string;
  aspects: ('16:9' | '9:16' | '1:1')[];
  aspectInput: string;
  seed: boolean;
  firstFrame: boolean;
  firstFrameInput: string;
}

const SECONDS_INPUTS = ['duration', 'seconds', 'video_length'];
const ASPECT_INPUTS = ['aspect_ratio', 'ratio'];
const FRAME_INPUTS = ['image', 'start_image', 'first_frame_image', 'first_frame', 'input_image'];
const ASPECTS = ['16:9', '9:16', '1:1'] as const;
/** More than a collection has. */
const MAX_LISTED = 300;
const MAX_LENGTHS = 20;
const DEFAULT_SECONDS = 5;
const MAX_SECONDS = 300;

/** The models of a collection of Replicate, in order of their names; what isn't one is left out. */
export function readVideoModels(answer: unknown): ListedVideoModel[] {
  const { models } = fieldsOf(answer);
  if (!Array.isArray(models)) return [];
  return models
    .slice(0, MAX_LISTED)
    .flatMap((model) => modelOf(model) ?? [])
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

function modelOf(model: unknown): ListedVideoModel | null {
  const { owner, name, latest_version: version } = fieldsOf(model);
  const id = typeof owner === 'string' && typeof name === 'string' ? `${owner}/${name}` : '';
  if (!/^[\w.-]{1,100}\/[\w.-]{1,100}$/.test(id)) return null;
  const schemas = fieldsOf(fieldsOf(fieldsOf(fieldsOf(version).openapi_schema).components).schemas);
  const inputs = fieldsOf(fieldsOf(schemas.Input).properties);
  const inputOf = (names: readonly string[]) => names.find((one) => Object.hasOwn(inputs, one));
  const secondsInput = inputOf(SECONDS_INPUTS);
  const aspectInput = inputOf(ASPECT_INPUTS);
  const frameInput = inputOf(FRAME_INPUTS);
  const allowed = aspectInput === undefined ? [] : choicesOf(schemas, inputs[aspectInput]);
  const aspects = ASPECTS.filter((aspect) => allowed.includes(aspect));
  return {
    id,
    seconds:
      secondsInput === undefined ? [DEFAULT_SECONDS] : lengthsOf(schemas, inputs[secondsInput]),
    secondsInput: secondsInput ?? 'duration',
    aspects: aspects.length > 0 ? aspects : [...ASPECTS],
    aspectInput: aspectInput ?? 'aspect_ratio',
    seed: Object.hasOwn(inputs, 'seed'),
    firstFrame: frameInput !== undefined,
    firstFrameInput: frameInput ?? 'image',
  };
}

/** The values of an input that has a fixed list of them, which stands beside it. */
function choicesOf(schemas: ReturnType<typeof fieldsOf>, input: unknown): unknown[] {
  const { enum: own, allOf } = fieldsOf(input);
  if (Array.isArray(own)) return own;
  const [first] = Array.isArray(allOf) ? (allOf as unknown[]) : [];
  const { $ref: reference } = fieldsOf(first);
  const name = typeof reference === 'string' ? (reference.split('/').at(-1) ?? '') : '';
  const { enum: values } = fieldsOf(Object.hasOwn(schemas, name) ? schemas[name] : null);
  return Array.isArray(values) ? values : [];
}

function lengthsOf(schemas: ReturnType<typeof fieldsOf>, input: unknown): number[] {
  const choices = choicesOf(schemas, input).filter(isLength).slice(0, MAX_LENGTHS);
  if (choices.length > 0) return choices;
  const { default: usual } = fieldsOf(input);
  return [isLength(usual) ? usual : DEFAULT_SECONDS];
}

function isLength(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MAX_SECONDS;
}

import type { FormatId } from '../../../formats/formats';

/**
 * Three texts for each format that differ in angle, opening, and length. `{{brand}}`, `{{action}}`, and `{{signature}}`
 * are filled in, and `{{topic}}` and `{{audience}}` where a text goes by the brief alone.
 */
export type Samples = Record<FormatId, readonly [string, string, string]>;

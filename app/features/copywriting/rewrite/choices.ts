/** Tones that are offered, as the person and the model read them. */
export const TONES = [
  'Friendly',
  'Warm',
  'Professional',
  'Confident',
  'Playful',
  'Matter-of-fact',
] as const;

/** Languages that are offered; any other can be typed. */
export const LANGUAGES = [
  'English',
  'German',
  'French',
  'Spanish',
  'Italian',
  'Portuguese',
  'Dutch',
  'Polish',
  'Turkish',
  'Chinese',
  'Japanese',
] as const;

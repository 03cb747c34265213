/** The most characters of a profile's own words that are sent; each is paid for with every message. */
export const MAX_GROUNDING = 12_000;

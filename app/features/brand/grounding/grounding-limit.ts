/** The most characters of a profile's own words that are sent; each is paid for with every message. */
export const GROUNDING_MOST = 12_000;

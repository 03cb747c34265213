/** What the palette finds besides conversations and pages. */
export interface OtherResults {
  brands: FoundPage[];
  contents: FoundPage[];
  media: FoundPage[];
  articles: FoundPage[];
}

export interface FoundPage {
  id: string;
  title: string;
  path: string;
  /** The address of a thumbnail. */
  image?: string;
}

/** The most characters of a search that are read. */
export const MAX_QUERY = 200;

export const NO_RESULTS: OtherResults = {
  brands: [],
  contents: [],
  media: [],
  articles: [],
};

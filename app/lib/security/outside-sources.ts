/** What one page may load from other sites, added to the Content-Security-Policy of its response. */
export interface OutsideSources {
  scripts: readonly string[];
  frames: readonly string[];
  connections: readonly string[];
  images: readonly string[];
}

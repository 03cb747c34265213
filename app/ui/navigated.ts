let firstKey: string | undefined;

/** Called once with the key of the location that the server rendered. Browser only. */
export function rememberFirstLocation(key: string): void {
  firstKey ??= key;
}

/** True when this location was reached by a client navigation, not by loading the page. */
export function wasNavigatedTo(key: string): boolean {
  return firstKey !== undefined && key !== firstKey;
}

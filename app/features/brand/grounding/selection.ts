/**
 * The profile in use (docs/product.md, Selected profile): the one stored on the user, otherwise the one that this browser
 * remembers, otherwise the first. An id that isn't among the user's profiles doesn't count. Null without any profile.
 */
export function selection<P extends { id: string }>(
  stored: string | null,
  local: string | null,
  profiles: readonly P[],
): P | null {
  const find = (id: string | null) => profiles.find((profile) => profile.id === id);
  return find(stored) ?? find(local) ?? profiles[0] ?? null;
}

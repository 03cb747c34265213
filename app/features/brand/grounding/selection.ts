/**
 * The profile that is used (spec §4): the one stored on the user, else the one that this browser remembers, else the
 * first. One that is not among the user's profiles does not count. Null without any profile.
 */
export function selection<P extends { id: string }>(
  stored: string | null,
  local: string | null,
  profiles: readonly P[],
): P | null {
  const find = (id: string | null) => profiles.find((profile) => profile.id === id);
  return find(stored) ?? find(local) ?? profiles[0] ?? null;
}

// The messages of a conversation are a tree: whatever follows the same message is a version of the same place. What is
// shown is the branch from its beginning to one leaf.

export interface MessageNode {
  id: string;
  /** Null for the first of a conversation. */
  parentId: string | null;
}

/** The ids from the conversation's beginning to `leafId`; none when it is not there. */
export function pathTo(nodes: readonly MessageNode[], leafId: string | null): string[] {
  const parents = new Map(nodes.map(({ id, parentId }) => [id, parentId]));
  const path: string[] = [];
  for (let id = leafId; id !== null && parents.has(id); id = parents.get(id) ?? null) path.push(id);
  return path.reverse();
}

/** Where a branch through `id` was last: its most recent leaf. Null when it is not there. Nodes come oldest first. */
export function newestLeaf(nodes: readonly MessageNode[], id: string): string | null {
  const parents = new Map(nodes.map(({ id, parentId }) => [id, parentId]));
  const followed = new Set(parents.values());
  // What an earlier leaf has climbed leads past the message: no other leaf need climb it again.
  const passed = new Set<string>();
  for (const leaf of nodes.toReversed()) {
    if (followed.has(leaf.id)) continue;
    for (let at: string | null = leaf.id; at !== null; at = parents.get(at) ?? null) {
      if (at === id) return leaf.id;
      if (passed.has(at)) break;
      passed.add(at);
    }
  }
  return null;
}

export interface VersionPlace {
  /** Counts from 1. */
  number: number;
  count: number;
  previous: string | null;
  next: string | null;
}

/** Which of the versions of its place a message is; null where there is no choice. Versions come oldest first. */
export function versionPlace(versions: readonly string[], id: string): VersionPlace | null {
  const index = versions.indexOf(id);
  if (index === -1 || versions.length < 2) return null;
  return {
    number: index + 1,
    count: versions.length,
    previous: versions[index - 1] ?? null,
    next: versions[index + 1] ?? null,
  };
}

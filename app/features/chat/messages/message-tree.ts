// The messages of a conversation are a tree: all messages with the same parent are versions of the same place. The chat
// shows the branch from the beginning to one leaf.

export interface MessageNode {
  id: string;
  /** Null for the first message of a conversation. */
  parentId: string | null;
}

/** The ids from the beginning of the conversation to `leafId`; empty when it doesn't exist. */
export function pathTo(nodes: readonly MessageNode[], leafId: string | null): string[] {
  const parents = new Map(nodes.map(({ id, parentId }) => [id, parentId]));
  const path: string[] = [];
  for (let id = leafId; id !== null && parents.has(id); id = parents.get(id) ?? null) path.push(id);
  return path.reverse();
}

/** The most recent leaf of the branches through `id`; null when it doesn't exist. Nodes must be in order, oldest first. */
export function newestLeaf(nodes: readonly MessageNode[], id: string): string | null {
  const parents = new Map(nodes.map(({ id, parentId }) => [id, parentId]));
  const followed = new Set(parents.values());
  // An earlier leaf's path that leads past the message need not be climbed again.
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

/** The place of a message among its versions; null if it is the only one. Versions must be in order, oldest first. */
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

/**
 * Returns a check of whether a .dockerignore excludes a path. As in Docker, the last line that matches the path or one of
 * its parent directories wins.
 */
export function readDockerignore(file: string): (path: string) => boolean {
  const rules = file
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ lets: line.startsWith('!'), pattern: expression(line.replace(/^!/, '')) }));
  return (path) => {
    const parts = path.split('/');
    const chain = parts.map((_, index) => parts.slice(0, index + 1).join('/'));
    let ignored = false;
    for (const { lets, pattern } of rules) {
      if (chain.some((above) => pattern.test(above))) ignored = !lets;
    }
    return ignored;
  };
}

/** `*` and `?` stay within a name, `**` crosses directories. */
function expression(pattern: string): RegExp {
  const source = pattern.replace(/^\/|\/$/g, '').replace(/\*\*\/|\*\*|\*|\?|[^*?]+/g, (part) => {
    if (part === '**/') return '(?:.*/)?';
    if (part === '**') return '.*';
    if (part === '*') return '[^/]*';
    if (part === '?') return '[^/]';
    return part.replace(/[.+^${}()|[\]\\]/g, '\\$&');
  });
  return new RegExp(`^${source}$`);
}

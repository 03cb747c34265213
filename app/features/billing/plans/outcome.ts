/**
 * What a post for a social network typically costs, in tokens of a model with weight 1: about 950 for the instructions,
 * a complete brand profile, and the brief (wizard/prompt/templates/expected/facebook-post.full.txt), and about 250 for
 * the post itself.
 */
const POST_TOKENS = 1_200;

/**
 * How many posts an amount of tokens is good for, for "about 150 posts": rounded down to a half of its largest digit's
 * place (164 to 150, 83 to 80), so that it never promises more than there is. Null if it isn't good for any.
 */
export function postsFor(tokens: number, weight: number): number | null {
  const posts = Math.floor(tokens / (POST_TOKENS * weight));
  if (posts < 1) return null;
  const step = Math.max(1, 10 ** (String(posts).length - 1) / 2);
  return Math.floor(posts / step) * step;
}

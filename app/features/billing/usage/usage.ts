import { TOKEN_USES, type TokenUse } from './uses';

export const USAGE_DAYS = [30, 90] as const;
export type UsageDays = (typeof USAGE_DAYS)[number];

/** What was used on a day where the person lives, by kind of use; those that are missing are 0. */
export interface UsageDay {
  day: string;
  tokens: Partial<Record<TokenUse, number>>;
}

export function dayTotal({ tokens }: UsageDay): number {
  return Object.values(tokens).reduce((sum, used) => sum + used, 0);
}

/** What was used of each kind on all these days, the most first; without those of which nothing was. */
export function useTotals(days: readonly UsageDay[]): { use: TokenUse; tokens: number }[] {
  return TOKEN_USES.map((use) => ({
    use,
    tokens: days.reduce((sum, { tokens }) => sum + (tokens[use] ?? 0), 0),
  }))
    .filter(({ tokens }) => tokens > 0)
    .sort((one, other) => other.tokens - one.tokens);
}

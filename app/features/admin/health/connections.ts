/** What the app is connected to, and can be tested. */
export const PARTS = ['ai', 'images', 'replicate', 'mail', 'objects', 'payments'] as const;
export type ConnectionPart = (typeof PARTS)[number];

export function isPart(name: unknown): name is ConnectionPart {
  return PARTS.some((part) => part === name);
}

/** What a test found, in words for the operator. */
export interface TestResult {
  ok: boolean;
  text: string;
}

/** How a part is set, without secrets. */
export type Connections = Record<ConnectionPart, string>;

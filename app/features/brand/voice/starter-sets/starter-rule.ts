import type { NewRule, Severity } from '../rule';

// Short forms for the rules of starter sets, which apply to every text.

const EMPTY = { replacement: '', max: null, person: null, formats: [] };

export function avoid(severity: Severity, terms: string[], reason: string): NewRule {
  return { kind: 'avoid', ...EMPTY, terms, severity, reason };
}

export function prefer(
  severity: Severity,
  replacement: string,
  terms: string[],
  reason: string,
): NewRule {
  return { kind: 'prefer', ...EMPTY, terms, replacement, severity, reason };
}

export function include(severity: Severity, terms: string[], reason: string): NewRule {
  return { kind: 'require', ...EMPTY, terms, severity, reason };
}

export function proof(severity: Severity, terms: string[], reason: string): NewRule {
  return { kind: 'proof', ...EMPTY, terms, severity, reason };
}

export function readingLevel(severity: Severity, max: number, reason: string): NewRule {
  return { kind: 'reading-level', ...EMPTY, terms: [], max, severity, reason };
}

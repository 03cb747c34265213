// The tokens of app.css as the page of samples shows them. Whole class names, so that Tailwind finds them.

export interface ContrastPair {
  name: string;
  className: string;
  /** The minimum of WCAG 2.2 AA: 4.5 for text, 3 for other things that must be visible. */
  least: 4.5 | 3;
}

export const CONTRAST_PAIRS: ContrastPair[] = [
  { name: 'text on surface', className: 'bg-surface text-text', least: 4.5 },
  { name: 'text on sunken', className: 'bg-sunken text-text', least: 4.5 },
  { name: 'text on raised', className: 'bg-raised text-text', least: 4.5 },
  { name: 'text on hover', className: 'bg-hover text-text', least: 4.5 },
  { name: 'text on field', className: 'bg-field text-text', least: 4.5 },
  { name: 'text on accent-soft', className: 'bg-accent-soft text-text', least: 4.5 },
  { name: 'muted on surface', className: 'bg-surface text-muted', least: 4.5 },
  { name: 'muted on sunken', className: 'bg-sunken text-muted', least: 4.5 },
  { name: 'muted on raised', className: 'bg-raised text-muted', least: 4.5 },
  { name: 'muted on hover', className: 'bg-hover text-muted', least: 4.5 },
  { name: 'muted on field', className: 'bg-field text-muted', least: 4.5 },
  { name: 'muted on accent-soft', className: 'bg-accent-soft text-muted', least: 4.5 },
  { name: 'accent on surface', className: 'bg-surface text-accent', least: 4.5 },
  { name: 'accent on raised', className: 'bg-raised text-accent', least: 4.5 },
  { name: 'accent on accent-soft', className: 'bg-accent-soft text-accent', least: 4.5 },
  { name: 'on-accent on accent', className: 'bg-accent text-on-accent', least: 4.5 },
  { name: 'on-accent on accent-hover', className: 'bg-accent-hover text-on-accent', least: 4.5 },
  { name: 'on-danger on danger', className: 'bg-danger text-on-danger', least: 4.5 },
  { name: 'on-danger on danger-hover', className: 'bg-danger-hover text-on-danger', least: 4.5 },
  { name: 'danger on surface', className: 'bg-surface text-danger', least: 4.5 },
  { name: 'danger on raised', className: 'bg-raised text-danger', least: 4.5 },
  { name: 'danger on danger-soft', className: 'bg-danger-soft text-danger', least: 4.5 },
  { name: 'success on raised', className: 'bg-raised text-success', least: 4.5 },
  { name: 'success on success-soft', className: 'bg-success-soft text-success', least: 4.5 },
  { name: 'border-strong on field', className: 'bg-field text-border-strong', least: 3 },
  { name: 'border-strong on surface', className: 'bg-surface text-border-strong', least: 3 },
  { name: 'ring on surface', className: 'bg-surface text-ring', least: 3 },
  { name: 'ring on raised', className: 'bg-raised text-ring', least: 3 },
];

export const COLORS = [
  { name: 'surface', className: 'bg-surface' },
  { name: 'sunken', className: 'bg-sunken' },
  { name: 'field', className: 'bg-field' },
  { name: 'raised', className: 'bg-raised' },
  { name: 'hover', className: 'bg-hover' },
  { name: 'border', className: 'bg-border' },
  { name: 'border-strong', className: 'bg-border-strong' },
  { name: 'text', className: 'bg-text' },
  { name: 'muted', className: 'bg-muted' },
  { name: 'accent', className: 'bg-accent' },
  { name: 'accent-hover', className: 'bg-accent-hover' },
  { name: 'accent-soft', className: 'bg-accent-soft' },
  { name: 'danger', className: 'bg-danger' },
  { name: 'danger-hover', className: 'bg-danger-hover' },
  { name: 'danger-soft', className: 'bg-danger-soft' },
  { name: 'success', className: 'bg-success' },
  { name: 'success-soft', className: 'bg-success-soft' },
  { name: 'ring', className: 'bg-ring' },
  { name: 'scrim', className: 'bg-scrim' },
  { name: 'backdrop', className: 'bg-backdrop' },
];

export const TYPE_SCALE = [
  { name: 'Page title', className: 'font-display text-3xl font-semibold tracking-tight' },
  { name: 'Dialog title', className: 'font-display text-xl font-semibold tracking-tight' },
  { name: 'Sidebar heading', className: 'font-display text-lg font-semibold tracking-tight' },
  { name: 'Intro', className: 'text-lg text-muted' },
  { name: 'Body', className: 'text-base' },
  { name: 'Controls', className: 'text-sm font-medium' },
  { name: 'Small print', className: 'text-xs text-muted' },
  { name: 'Code', className: 'font-mono text-sm' },
];

export const SPACING = [
  { name: '1', className: 'w-1' },
  { name: '2', className: 'w-2' },
  { name: '3', className: 'w-3' },
  { name: '4', className: 'w-4' },
  { name: '6', className: 'w-6' },
  { name: '8', className: 'w-8' },
  { name: '12', className: 'w-12' },
  { name: '80', className: 'w-80 max-w-full' },
];

export const RADII = [
  { name: 'sm', className: 'rounded-sm' },
  { name: 'md', className: 'rounded-md' },
  { name: 'lg', className: 'rounded-lg' },
  { name: 'xl', className: 'rounded-xl' },
  { name: 'full', className: 'rounded-full' },
];

export const SHADOWS = [
  { name: 'raised', className: 'shadow-raised' },
  { name: 'overlay', className: 'shadow-overlay' },
];

/** Samples that are whole pages: each is shown at /samples/{id}. */
export const FRAMES = [
  { id: 'auth-card', name: 'Card of the sign-in family' },
  { id: 'text-page', name: 'Public page of running text' },
  { id: 'page', name: 'Signed-in page' },
  { id: 'formats', name: 'Checks and previews of formats' },
  { id: 'error-400', name: 'Error: not understood' },
  { id: 'error-401', name: 'Error: not signed in' },
  { id: 'error-403', name: 'Error: not allowed' },
  { id: 'error-404', name: 'Error: not found' },
  { id: 'error-429', name: 'Error: too fast' },
  { id: 'error-500', name: 'Error: ours' },
] as const;

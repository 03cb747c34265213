import { useEffect, useLayoutEffect } from 'react';

/** `useLayoutEffect`, without React's warning when the server renders. */
export const useBrowserLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;

import { useEffect, useLayoutEffect } from 'react';

/** `useLayoutEffect`, which a server render has not, and warns about. */
export const useBrowserLayoutEffect = typeof window === 'undefined' ? useEffect : useLayoutEffect;

import { test } from './journey.ts';

interface Size {
  size: 'desk' | 'phone';
  viewport: { width: number; height: number };
}

/** The same journeys on a desk and on a phone. `npm test` runs those on a desk. */
export function onEachSize(journeys: (on: Size) => void): void {
  const describeOn = ({ size, viewport }: Size, tag: string[]) =>
    test.describe(`on a ${size}`, { tag }, () => {
      test.use({ viewport });
      journeys({ size, viewport });
    });
  describeOn({ size: 'desk', viewport: { width: 1440, height: 900 } }, []);
  describeOn({ size: 'phone', viewport: { width: 390, height: 844 } }, ['@phone']);
}

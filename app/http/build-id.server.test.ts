import { afterEach, expect, test } from 'vitest';

import { buildHeader, nameBuild, refuseOtherBuild } from './build-id.server';

afterEach(() => nameBuild(() => 'this'));

test('a request of a page from another build is refused, and every other is served', () => {
  nameBuild(() => 'this');
  const asking = (build?: string) => () =>
    refuseOtherBuild(new Headers(build === undefined ? {} : { 'X-Build': build }));
  expect(asking('another')).toThrow('Brandwright was updated. Reload the page to continue.');
  expect(asking('this')).not.toThrow();
  expect(asking()).not.toThrow();
  expect(buildHeader()).toEqual({ 'X-Build': 'this' });
});

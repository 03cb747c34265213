import { type RunnerTestCase, type RunnerTestSuite, TestRunner } from 'vitest';

/** A time in milliseconds, after which no other file is begun. Without it, all files run. */
const { TESTS_UNTIL } = process.env;

/**
 * Skips whole files once the time is up. Tests that have begun aren't interrupted: they take minutes, and what they have
 * started has to be ended.
 */
export default class UntilTimeIsUp extends TestRunner {
  private readonly isUp = TESTS_UNTIL !== undefined && Date.now() > Number(TESTS_UNTIL);

  override async onBeforeRunSuite(suite: RunnerTestSuite): Promise<void> {
    if (this.isUp) suite.mode = 'skip';
    await super.onBeforeRunSuite(suite);
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    if (this.isUp) test.mode = 'skip';
    await super.onBeforeRunTask(test);
  }
}

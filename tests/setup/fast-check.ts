import fc from 'fast-check';

/**
 * The same examples in every run, so that failures are reproducible and relate to the change. To look for
 * others, set FAST_CHECK_SEED to `random` or to a seed that a run has printed.
 */
const DEFAULT_SEED = 20_261_121;

const given = process.env.FAST_CHECK_SEED;
if (given !== 'random') fc.configureGlobal({ seed: given ? Number(given) : DEFAULT_SEED });

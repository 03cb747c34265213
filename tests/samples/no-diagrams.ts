/** Stands in for mermaid, which takes most of a build's time: no sample shows a diagram. */
export default {
  initialize(): never {
    throw new Error('The samples are built without diagrams (tests/samples/vite.config.ts).');
  },
};

/** The first stop of the Tab key: past everything to `<main id="main">`. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="fixed top-2 left-2 z-50 -translate-y-20 rounded-md bg-accent px-4 py-2.5 text-sm font-medium text-on-accent focus:translate-y-0 focus:shadow-overlay touch:py-3"
    >
      Skip to content
    </a>
  );
}

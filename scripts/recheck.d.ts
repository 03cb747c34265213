// The package's entry starts a Java or native program where it finds one; this is the checker itself.
declare module 'recheck/lib/browser.js' {
  export { checkSync } from 'recheck';
}

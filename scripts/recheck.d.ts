// The package's main entry starts a Java or native program if it finds one; this is the checker itself.
declare module 'recheck/lib/browser.js' {
  export { checkSync } from 'recheck';
}

/**
 * For the document's head: a form without a method, which only the page's code can send, does nothing until that code runs.
 * The browser would load the page again, with what was typed in its address. Like the theme's script (app/ui/theme.ts), it
 * isn't in the browser's own bundle.
 */
export const earlyFormsScript =
  !import.meta.env.SSR && import.meta.env.PROD
    ? ''
    : `addEventListener('submit', function (event) {
  if (!event.target.hasAttribute('method')) event.preventDefault();
});`;

/**
 * Calls that the build removes from the browser's scripts. Only the router warns, in its production build too, so no function of the app
 * may have one of these names. What must be logged in a browser is an error; the linter allows nothing else in the app.
 */
export const REMOVED_CALLS = ['console.warn', 'warning', 'warnOnce', 'warningOnce'];

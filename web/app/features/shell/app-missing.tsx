import { APP_MISSING } from './messages.ts';

/** Its id; `entry.server.tsx` shows it while the app cannot be loaded, and the app removes it when it begins. */
export const APP_MISSING_ID = 'app-missing';

/** Says that the app could not be loaded: nothing else would, because all other messages are part of the app. */
export const AppMissing = () => (
  <p
    id={APP_MISSING_ID}
    hidden
    role="alert"
    className="fixed inset-x-0 top-0 z-60 flex flex-wrap items-center justify-center gap-x-3 bg-amber-soft px-4 text-sm text-amber shadow-2"
  >
    {APP_MISSING.text}
    <button type="button" className="link min-h-11">
      {APP_MISSING.again}
    </button>
  </p>
);

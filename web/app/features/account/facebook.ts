import { SOCIAL_CHANNEL, type SocialOutcome } from '@nordhaut/contracts';

/** ms between two looks whether the window was closed */
const LOOK_EVERY = 400;
/** ms for a report that comes while the window closes */
const LATE_REPORT = 600;

const isOutcome = (data: unknown): data is SocialOutcome => typeof (data as SocialOutcome | null)?.state === 'number';

/**
 * Signs in with Facebook in a window. 405: the buyer closed it. The callback page reports on a channel of this origin, because it
 * may have no `opener`. The browsers of LINE and other apps open no window, and the buyer cannot change that: there this page
 * itself leaves for Facebook's (undefined), and the callback page goes on to the address that `path` names.
 */
export function signInWithFacebook(path: string): Promise<{ state: number } | undefined> {
  const popup = open(path, 'facebook-login', 'popup,width=600,height=720');
  if (!popup) {
    location.assign(`${path}&window=0`);
    return Promise.resolve(undefined);
  }
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(SOCIAL_CHANNEL);
    let closing: ReturnType<typeof setTimeout> | undefined;
    const end = (outcome: { state: number }): void => {
      clearInterval(looking);
      clearTimeout(closing);
      channel.close();
      resolve(outcome);
    };
    const posted = ({ data }: MessageEvent): void => {
      if (isOutcome(data)) end(data);
    };
    const looking = setInterval(() => {
      if (popup.closed) closing ??= setTimeout(() => end({ state: 405 }), LATE_REPORT);
    }, LOOK_EVERY);
    channel.addEventListener('message', posted);
  });
}

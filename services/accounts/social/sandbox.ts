/** The channel and the app of the simulators, which are published. */
export const LINE_CHANNEL = { id: '1234567890', secret: '0123456789abcdef0123456789abcdef' } as const;
export const FACEBOOK_APP = { id: '1122334455', secret: 'fb-app-secret' } as const;

export { createKafkaBus } from './bus.ts';
export { createRelay } from './relay.ts';
export { ensureTopics } from './topics.ts';

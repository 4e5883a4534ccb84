import { expect, test } from 'vitest';
import { unusedEngines } from './own-shop.ts';

test('a run that starts a shop says which engines of the environment it does not load', () => {
  expect(unusedEngines({ PATH: '/bin', EVENTSTORE_URL: '' })).toBeUndefined();
  expect(unusedEngines({ EVENTSTORE_URL: 'esdb://127.0.0.1:2113', KAFKA_BROKERS: 'localhost:9092' })).toMatch(
    /^Not used: EVENTSTORE_URL, KAFKA_BROKERS\..* --target\.$/,
  );
});

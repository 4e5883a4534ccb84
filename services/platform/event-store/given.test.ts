import { expect, test } from 'vitest';
import { accept, reject, type Decider, type DomainEvent } from './decider.ts';
import { given } from './given.ts';

type Lamp = { isOn: boolean };
const lamp: Decider<Lamp, 'switch on' | 'break', DomainEvent<'SwitchedOn'>> = {
  initial: { isOn: false },
  decide: (command, { isOn }) => {
    if (command === 'break') return reject(409, 'ORDER_NOT_FOUND', '');
    return isOn ? accept() : accept({ type: 'SwitchedOn', data: {} });
  },
  evolve: () => ({ isOn: true }),
};
const dark = given(lamp)();
const lit = given(lamp)({ type: 'SwitchedOn', data: {} });

test('events that a test looks at are there, unless it says that there may be none', () => {
  expect(dark.when('switch on').thenEvents()).toHaveLength(1);
  expect(() => lit.when('switch on').thenEvents()).toThrow('accepted without an event');
  expect(lit.when('switch on').thenEventsOrNone()).toEqual([]);
  for (const of of ['thenEvents', 'thenEventsOrNone'] as const) expect(() => lit.when('break')[of]()).toThrow('rejected: ORDER_NOT_FOUND');
});

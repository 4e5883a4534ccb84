import { expect, it } from 'vitest';
import { meantEmail } from './email-spelling.ts';

it.each([
  ['Wang@gmial.com', 'Wang@gmail.com'],
  ['wang@gmail.con', 'wang@gmail.com'],
  ['wang@gmail.co', 'wang@gmail.com'],
  [' wang@gamil.com ', 'wang@gmail.com'],
  ['wang@yaho.com.tw', 'wang@yahoo.com.tw'],
  ['wang@yahoo.con.tw', 'wang@yahoo.com.tw'],
  ['wang@hotmial.com', 'wang@hotmail.com'],
  ['wang@icloud.cm', 'wang@icloud.com'],
  ['wang@hinet.ne', 'wang@hinet.net'],
])('%s is probably %s', (typed, meant) => expect(meantEmail(typed)).toBe(meant));

it.each([
  'wang@gmail.com',
  'WANG@GMAIL.COM',
  'wang@ymail.com',
  'wang@mail.com',
  'wang@ms21.hinet.net',
  'wang@ntu.edu.tw',
  'wang@company.com.tw',
  'wang@ge.com',
  'wang@email.com',
  'wang@love.com',
  'wang@yahoo.com.tr',
  'wang@outlook.com.tr',
  'wang@foxmail.com',
  'wang@yahoo.com.hk',
  'wang@yahoo.com.sg',
  'wang@yahoo.ca',
  'wang@hotmail.ca',
  'wang@protonmail.ch',
  'wang@netvigator.com',
  'wang@gmial',
  'gmial.com',
  '',
])('%s stays as it is', (typed) => expect(meantEmail(typed)).toBeUndefined());

export { staffDecider } from './staff/staff.decide.ts';
export { staffStream } from './staff/stream.ts';
export { importPack, PackBroken, readPack } from './evidence-pack/import.ts';

import type { Still } from '../relief/light.ts';
import type { Story } from './canvas.ts';
import { FAQ_STORIES, REVIEW_STORIES } from './help.ts';
import { LAYOUT_STORIES } from './layout.ts';
import { SHARE_STORIES } from './share.ts';
import { COMBINATION_STORIES } from './skin-combination.ts';
import { DRY_STORIES } from './skin-dry.ts';
import { FRAGILE_STORIES } from './skin-fragile.ts';
import { SENSITIVE_STORIES } from './skin-sensitive.ts';
import { stillNames, stillStory } from './stills.ts';
import { USAGE_FIRST_STORIES } from './usage-first.ts';
import { USAGE_SECOND_STORIES } from './usage-second.ts';

const below = (folder: string, stories: Record<string, () => Story>) =>
  Object.entries(stories).map(([name, draw]) => [`${folder}/${name}`, draw] as const);

/** The vector drawings, by their path below `/img/content/`. */
const STORIES: ReadonlyMap<string, () => Story> = new Map([
  ...below('faq', FAQ_STORIES),
  ...below('review', REVIEW_STORIES),
  ...below('skin', { ...SENSITIVE_STORIES, ...DRY_STORIES, ...COMBINATION_STORIES, ...FRAGILE_STORIES }),
  ...below('usage', { ...USAGE_FIRST_STORIES, ...USAGE_SECOND_STORIES }),
  ...below('share', SHARE_STORIES),
  ...Object.entries(LAYOUT_STORIES),
]);

/** Units in the height of a still life, of which it needs none but its proportion. */
const STILL_HEIGHT = 900;

/** Every picture that the content names: drawings and still lifes. */
export const storyNames = (): string[] => [...STORIES.keys(), ...stillNames()];

/** The picture with this path; undefined if there is none. */
export function storyOf(name: string): Story | { width: number; height: number; still: Still } | undefined {
  const still = stillStory(name);
  return still ? { width: Math.round(STILL_HEIGHT * still.aspect), height: STILL_HEIGHT, still } : STORIES.get(name)?.();
}

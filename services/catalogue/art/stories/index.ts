import { CAMPAIGN_STORIES } from './campaigns.ts';
import type { Story } from './canvas.ts';
import { FAQ_STORIES, REVIEW_STORIES } from './help.ts';
import { LAYOUT_STORIES } from './layout.ts';
import { ROUTINE_POST_STORIES } from './posts-routine.ts';
import { SKIN_POST_STORIES } from './posts-skin.ts';
import { WEATHER_POST_STORIES } from './posts-weather.ts';
import { SHARE_STORIES } from './share.ts';
import { COMBINATION_STORIES } from './skin-combination.ts';
import { DRY_STORIES } from './skin-dry.ts';
import { FRAGILE_STORIES } from './skin-fragile.ts';
import { SENSITIVE_STORIES } from './skin-sensitive.ts';
import { USAGE_FIRST_STORIES } from './usage-first.ts';
import { USAGE_SECOND_STORIES } from './usage-second.ts';

const below = (folder: string, stories: Record<string, () => Story>) =>
  Object.entries(stories).map(([name, draw]) => [`${folder}/${name}`, draw] as const);

/** Every picture that the content names, by its path below `/img/content/`. */
const STORIES: ReadonlyMap<string, () => Story> = new Map([
  ...below('post', { ...SKIN_POST_STORIES, ...WEATHER_POST_STORIES, ...ROUTINE_POST_STORIES }),
  ...below('campaign', CAMPAIGN_STORIES),
  ...below('faq', FAQ_STORIES),
  ...below('review', REVIEW_STORIES),
  ...below('skin', { ...SENSITIVE_STORIES, ...DRY_STORIES, ...COMBINATION_STORIES, ...FRAGILE_STORIES }),
  ...below('usage', { ...USAGE_FIRST_STORIES, ...USAGE_SECOND_STORIES }),
  ...below('share', SHARE_STORIES),
  ...Object.entries(LAYOUT_STORIES),
]);

export const storyNames = (): string[] => [...STORIES.keys()];

/** The drawing with this path; undefined if there is none. */
export const storyOf = (name: string): Story | undefined => STORIES.get(name)?.();

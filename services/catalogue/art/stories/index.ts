import { CAMPAIGN_STORIES } from './campaigns.ts';
import type { Story } from './canvas.ts';
import { FAQ_STORIES, REVIEW_STORIES } from './help.ts';
import { LAYOUT_STORIES } from './layout.ts';
import { POST_STORIES } from './posts.ts';

const below = (folder: string, stories: Record<string, () => Story>) => Object.entries(stories).map(([name, draw]) => [`${folder}/${name}`, draw] as const);

/** Every picture that the content names, by its path below `/img/content/`. */
const STORIES: ReadonlyMap<string, () => Story> = new Map([
  ...below('post', POST_STORIES),
  ...below('campaign', CAMPAIGN_STORIES),
  ...below('faq', FAQ_STORIES),
  ...below('review', REVIEW_STORIES),
  ...Object.entries(LAYOUT_STORIES),
]);

export const storyNames = (): string[] => [...STORIES.keys()];

/** The drawing with this path; undefined if there is none. */
export const storyOf = (name: string): Story | undefined => STORIES.get(name)?.();

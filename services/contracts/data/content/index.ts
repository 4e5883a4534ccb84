/** The forms of the content that a release brings (`services/content/data`). Pages use the answers of the API. */
export * from './parts.ts';
export * from './post.ts';
export * from './campaign.ts';
export * from './review.ts';
export * from './layout.ts';
export * from './skin.ts';
export * from './help.ts';
export * from './questionnaire.ts';

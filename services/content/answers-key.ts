import type { KeyObject } from 'node:crypto';
import { PlatformConfig, type Settings } from '@nordhaut/platform/config';
import { deriveKey } from '@nordhaut/platform/http';

/** The key of the hashes that stand for visitors in the answers of questionnaires. */
export const answersKey = (settings: Settings): KeyObject => deriveKey(settings(PlatformConfig).SESSION_SECRET, 'questionnaire-answers');

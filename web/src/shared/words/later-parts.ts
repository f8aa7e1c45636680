/** How the words are loaded that come together with the parts of the public pages that say them. */
import type { Translated } from '../../../../src/words/languages.ts';
import type { LaterTranslation } from './parts.ts';

export function loadLaterTranslation(language: Translated): Promise<LaterTranslation> {
  return import(`./later-translations/later-${language}.ts`);
}

/** Loads the words of another language for the parts that the public pages load after their first view. */
import type { Translated } from '../../../../src/words/languages.ts';
import type { LaterTranslation } from './parts.ts';

export function loadLaterTranslation(language: Translated): Promise<LaterTranslation> {
  return import(`./later-translations/later-${language}.ts`);
}

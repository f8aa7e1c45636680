/** The buttons that choose the language of the interface. */
import { LANGUAGES, type Language } from '../../../../src/words/languages.ts';
import { chooseLanguage, language } from '../page/language.ts';
import { words } from '../words/board.ts';

interface LanguageChoiceProps {
  /** The languages that the page has. */
  codes: readonly Language[];
  /** Called after a language was chosen. */
  onChoice?: (() => void) | undefined;
}

export function LanguageChoice({ codes, onChoice }: LanguageChoiceProps) {
  return (
    <fieldset class="languages">
      <legend class="vh">{words.value.language}</legend>
      {codes.map((code) => (
        <button
          key={code}
          type="button"
          lang={code}
          aria-pressed={code === language.value}
          onClick={() => void chooseLanguage(code).then(onChoice)}
        >
          {LANGUAGES[code].name}
        </button>
      ))}
    </fieldset>
  );
}

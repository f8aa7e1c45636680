/** The buttons that choose the language of the interface. */
import { chooseLanguage, language, words } from '../language.ts';
import { LANGUAGES } from '../words/words.ts';

/** @param onChoice called after a language was chosen */
export function LanguageChoice({ onChoice }: { onChoice?: (() => void) | undefined }) {
  return (
    <fieldset class="languages">
      <legend class="vh">{words.value.language}</legend>
      {Object.entries(LANGUAGES).map(([code, { name }]) => (
        <button
          key={code}
          type="button"
          lang={code}
          aria-pressed={code === language.value}
          onClick={() => {
            chooseLanguage(code);
            onChoice?.();
          }}
        >
          {name}
        </button>
      ))}
    </fieldset>
  );
}

/** The ways to the other pages, and the choice of language. */
import { chooseLanguage, language, words } from '../language.ts';
import { urlOf } from '../page.ts';
import { LANGUAGES } from '../words/words.ts';

/** @param onLanguage called after another language was chosen */
export function PageFooter({ eventId, onLanguage }: { eventId?: number; onLanguage?: () => void }) {
  const t = words.value;
  return (
    <footer class="page-footer">
      {eventId !== undefined && (
        <nav>
          <a href={urlOf('.')}>{t.allRegattas}</a>
          <a href={urlOf(`events/${eventId}/display`)}>{t.bigScreen}</a>
          <a href={urlOf(`events/${eventId}/print`)}>{t.print}</a>
        </nav>
      )}
      <fieldset class="languages">
        <legend class="vh">{t.language}</legend>
        {Object.entries(LANGUAGES).map(([code, { name }]) => (
          <button
            key={code}
            type="button"
            lang={code}
            aria-pressed={code === language.value}
            onClick={() => {
              chooseLanguage(code);
              onLanguage?.();
            }}
          >
            {name}
          </button>
        ))}
      </fieldset>
    </footer>
  );
}

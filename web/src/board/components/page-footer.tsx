/** The links to the other pages, and the choice of language. */
import { LanguageChoice } from '../../shared/components/language-choice.tsx';
import { words } from '../../shared/language.ts';
import { urlOf } from '../../shared/page.ts';

/** @param onLanguage called after a language was chosen */
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
      <LanguageChoice onChoice={onLanguage} />
    </footer>
  );
}

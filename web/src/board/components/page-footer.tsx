/** The links to the other pages, and the choice of language. */
import type { ComponentChildren } from 'preact';
import { LANGUAGE_CODES } from '../../../../src/words/languages.ts';
import { LanguageChoice } from '../../shared/components/language-choice.tsx';
import { language } from '../../shared/page/language.ts';
import { urlOf } from '../../shared/page/page.ts';
import { words } from '../../shared/words/board.ts';
import { laterWords } from '../../shared/words/later.ts';

interface PageFooterProps {
  eventId?: number;
  /** Called after a language was chosen. */
  onLanguage?: () => void;
  /** What else leads on from the page. */
  children?: ComponentChildren;
}

export function PageFooter({ eventId, onLanguage, children }: PageFooterProps) {
  const t = words.value;
  return (
    <footer class="page-footer">
      <nav>
        {eventId !== undefined && (
          <>
            <a href={urlOf('.')}>{laterWords.value.allRegattas}</a>
            <a href={urlOf(`events/${eventId}/display`)}>{laterWords.value.bigScreen}</a>
            <a href={urlOf(`events/${eventId}/announcer`)}>{laterWords.value.announcer}</a>
            <a href={urlOf(`events/${eventId}/print`)}>{t.print}</a>
          </>
        )}
        {(['imprint', 'privacy', 'accessibility'] as const).map((page) => (
          <a key={page} href={urlOf(`${page}?lang=${language.value}`)}>
            {t[page]}
          </a>
        ))}
      </nav>
      {children}
      <LanguageChoice codes={LANGUAGE_CODES} onChoice={onLanguage} />
    </footer>
  );
}

/** The footers: links to other pages and the choice of language; on a board also the organiser, its links and its sponsor. */
import type { ComponentChildren } from 'preact';
import type { Board } from '../../../../src/contract/board.ts';
import { isolated } from '../../../../src/domain/text/bidi.ts';
import { LANGUAGE_CODES } from '../../../../src/words/languages.ts';
import { LanguageChoice } from '../../shared/components/language-choice.tsx';
import { language } from '../../shared/page/language.ts';
import { urlOf } from '../../shared/page/page.ts';
import { words } from '../../shared/words/board.ts';
import { laterWords } from '../../shared/words/later.ts';
import { syncNotifications } from '../following/notifications.ts';
import { keepLanguage } from '../following/send-follows.ts';

interface PageFooterProps {
  eventId?: number;
  /** Called after a language was chosen. */
  onLanguage?: () => void;
  /** Further content between the links and the choice of language. */
  children?: ComponentChildren;
}

export function PageFooter({ eventId, onLanguage, children }: PageFooterProps) {
  const t = words.value;
  const chosen = () => {
    void keepLanguage();
    onLanguage?.();
  };
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
      <LanguageChoice codes={LANGUAGE_CODES} onChoice={chosen} />
    </footer>
  );
}

/** The footer of a board: adds the links of the organiser, the organiser itself and the sponsor. */
export function BoardFooter({ board: { eventId, status, organiser, look } }: { board: Board }) {
  const { links = [], sponsor = null } = look ?? {};
  return (
    <PageFooter eventId={eventId} onLanguage={() => void syncNotifications(eventId, false)}>
      {links.length > 0 && (
        <ul class="links">
          {links.map(({ label, url }) => (
            <li key={label + url}>
              <a href={url}>{isolated(label)}</a>
            </li>
          ))}
        </ul>
      )}
      {/* An event that is only announced names its organiser above. */}
      {status === 'published' && <p>{words.value.organiser(isolated(organiser))}</p>}
      {sponsor !== null && <p>{isolated(sponsor)}</p>}
    </PageFooter>
  );
}

/** The footer of a board: the other pages, where the organiser leads to, whose regatta it is, and who helps. */
import type { Board } from '../../../../src/contract/board.ts';
import { isolated } from '../../shared/page/isolated.ts';
import { words } from '../../shared/words/board.ts';
import { syncNotifications } from '../following/notifications.ts';
import { PageFooter } from './page-footer.tsx';

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
      {/* Until then the organiser stands above. */}
      {status === 'published' && <p>{words.value.organiser(isolated(organiser))}</p>}
      {sponsor !== null && <p>{isolated(sponsor)}</p>}
    </PageFooter>
  );
}

/** What stands in place of a board that is not there, or has not arrived yet. */
import { useEffect } from 'preact/hooks';
import { urlOf, useTitle } from '../../shared/page/page.ts';
import { words } from '../../shared/words/board.ts';
import { later } from '../document/later.ts';
import { loadLater } from '../document/load-later.ts';

/** For a link to a regatta that does not exist or is not published. */
export function MissingPage() {
  const t = words.value;
  const parts = later.value;
  useTitle(t.noSuchRegatta);
  useEffect(() => void loadLater(), []);
  return (
    <>
      <main class="missing">
        <h1>{t.noSuchRegatta}</h1>
        <p>{t.noSuchRegattaMore}</p>
        <p>
          <a class="pill" href={urlOf('.')}>
            {t.allRegattas}
          </a>
        </p>
      </main>
      {parts && <parts.PageFooter />}
    </>
  );
}

/**
 * Stands in for a page whose document has not arrived yet.
 *
 * @param isOffline there is no connection
 */
export function Waiting({ isOffline }: { isOffline: boolean }) {
  const t = words.value;
  return (
    <main class="missing">
      <h1>{t.loading}</h1>
      <p role="status">{isOffline && t.notLoaded}</p>
    </main>
  );
}

/** What stands in place of a board that is not there, or has not arrived yet. */
import { urlOf, useTitle } from '../../shared/page/page.ts';
import { words } from '../../shared/words/board.ts';
import { PageFooter } from './page-footer.tsx';

/** For a link to a regatta that does not exist or is not published. */
export function MissingPage() {
  const t = words.value;
  useTitle(t.noSuchRegatta);
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
      <PageFooter />
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

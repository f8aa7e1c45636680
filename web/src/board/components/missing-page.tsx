/** What stands in place of a board, a race or a crew that is not there. */
import { urlOf, useTitle } from '../../shared/page/page.ts';
import { words } from '../../shared/words/board.ts';
import { laterWords } from '../../shared/words/later.ts';
import type { missing } from '../page/view-state.ts';
import { PageFooter } from './page-footer.tsx';

/** For a link to a regatta that does not exist or is not published. */
export function MissingPage() {
  const t = words.value;
  useTitle(t.noSuchRegatta);
  return (
    <>
      <main class="missing">
        <h1>{t.noSuchRegatta}</h1>
        <p>{laterWords.value.noSuchRegattaMore}</p>
        <p>
          <a class="pill" href={urlOf('.')}>
            {laterWords.value.allRegattas}
          </a>
        </p>
      </main>
      <PageFooter />
    </>
  );
}

/** That what the address leads to is not there. */
export function missingText(value: Exclude<typeof missing.value, undefined>): string {
  const t = laterWords.value;
  return 'race' in value ? t.noSuchRace(value.printed ?? String(value.race)) : t.noSuchCrew;
}

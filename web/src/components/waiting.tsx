/** In place of a page whose document is not here yet. */
import { words } from '../language.ts';
import { stale } from '../shown.ts';

export function Waiting() {
  const t = words.value;
  return (
    <main class="missing">
      <h1>{t.loading}</h1>
      <p role="status">{stale.value && t.notLoaded}</p>
    </main>
  );
}

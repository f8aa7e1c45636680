/** Stands in for a page whose document has not arrived yet. */
import { words } from '../words/board.ts';

/** @param isOffline there is no connection */
export function Waiting({ isOffline }: { isOffline: boolean }) {
  const t = words.value;
  return (
    <main class="missing">
      <h1>{t.loading}</h1>
      <p role="status">{isOffline && t.notLoaded}</p>
    </main>
  );
}

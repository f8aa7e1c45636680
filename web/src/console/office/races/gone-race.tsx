/** In place of a race that somebody has removed: what was typed into it here, so that it can be read off or discarded. */
import { consoleUrl } from '../../place.ts';
import { partPath } from '../../routing.ts';
import { consoleWords } from '../../words/words.ts';
import { frameWords } from '../frame/frame-words.ts';
import { useTableDraft } from '../table/table-draft.ts';
import { racesWords } from './races-words.ts';

export function GoneRace({ eventId, raceId }: { eventId: number; raceId: number }) {
  const t = racesWords.value;
  const draft = useTableDraft(`results ${eventId} ${raceId}`);
  const typed = draft.keys.value.flatMap((key) => {
    const text = draft.row(key).value?.values.text;
    if (!text) return [];
    return `${Number(key) > 0 ? `${t.lane} ${key}` : t.order}: ${text}`;
  });
  return (
    <div role="alert">
      <p>{t.gone}</p>
      {typed.length > 0 && (
        <>
          <p>{t.goneTyped}</p>
          <ul class="bullets">
            {typed.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          <div class="actions">
            <a class="pill" href={consoleUrl(partPath(eventId, 'history'))}>
              {frameWords.value.parts.history}
            </a>
            <button type="button" class="pill" onClick={() => draft.discard()}>
              {consoleWords.value.discard}
            </button>
          </div>
        </>
      )}
    </div>
  );
}

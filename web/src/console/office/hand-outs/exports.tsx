/** Files that other programs take, made by the service. */
import { EXPORT_FORMATS } from '../../../../../src/contract/export.ts';
import { addressOf } from '../../api.ts';
import { handOutsWords } from './hand-outs-words.ts';

export function Exports({ eventId }: { eventId: number }) {
  const t = handOutsWords.value;
  return (
    <ul class="rows">
      {EXPORT_FORMATS.map((format) => (
        <li key={format} class="row-item">
          <div>{t.exports[format]}</div>
          <div class="row-actions">
            <a
              class="pill"
              href={addressOf('GET /events/{eventId}/export/{format}', {
                params: { eventId, format },
              })}
              download
            >
              <span class="vh">{t.exports[format]}: </span>
              {t.fetch}
            </a>
          </div>
        </li>
      ))}
    </ul>
  );
}

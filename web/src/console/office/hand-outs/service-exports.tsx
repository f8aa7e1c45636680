/** Downloads made by the service: files for other programs, and the event as a site of plain files. */
import { useState } from 'preact/hooks';
import { EXPORT_FORMATS } from '../../../../../src/contract/export.ts';
import { LANGUAGE_CODES, LANGUAGES, type Language } from '../../../../../src/words/languages.ts';
import { language } from '../../../shared/page/language.ts';
import { addressOf } from '../../api.ts';
import { handOutsWords } from '../../words/office-hand-outs.ts';
import type { PartProps } from '../frame/parts.ts';

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

/** The download of the public pages as an archive, in the chosen languages; not for a draft that is not announced. */
export function SiteExport({ eventId, document }: Pick<PartProps, 'eventId' | 'document'>) {
  const t = handOutsWords.value;
  const [chosen, choose] = useState<readonly Language[]>(() =>
    LANGUAGE_CODES.filter((code) => code === language.value),
  );
  if (document.status !== 'published' && !document.event.announced) return <p>{t.siteOfDraft}</p>;
  const toggle = (code: Language) =>
    choose(LANGUAGE_CODES.filter((other) => chosen.includes(other) !== (other === code)));
  const href = addressOf('GET /events/{eventId}/export/site', {
    params: { eventId },
    query: { lang: chosen.join(',') },
  });
  return (
    <>
      <fieldset class="field">
        <legend>{t.siteLanguages}</legend>
        {LANGUAGE_CODES.map((code) => (
          <label class="tick" key={code}>
            <input type="checkbox" checked={chosen.includes(code)} onChange={() => toggle(code)} />
            <span lang={code}>{LANGUAGES[code].name}</span>
          </label>
        ))}
      </fieldset>
      <p class="actions">
        {chosen.length === 0 ? (
          t.siteNeedsLanguage
        ) : (
          <a class="pill" href={href} download>
            {t.siteFetch}
          </a>
        )}
      </p>
    </>
  );
}

/** Downloads of programme, crews, start lists and results, made in the browser from what is on the screen. */
import { announce } from '../../documents/announcements.ts';
import { words } from '../../../shared/page/language.ts';
import { venueDay } from '../../../shared/times.ts';
import type { PartProps } from '../frame/parts.ts';
import { frameWords } from '../frame/frame-words.ts';
import { csvOf } from '../../../../../src/domain/text/csv.ts';
import { handOutsWords } from './hand-outs-words.ts';
import { sourceText } from '../races/draw/source-words.ts';
import { fileNameOf, SHEET_KINDS, type SheetKind, sheetOf } from './sheets.ts';

type DownloadProps = Pick<PartProps, 'document'>;

export function Downloads({ document }: DownloadProps) {
  const t = handOutsWords.value;
  const table = (kind: SheetKind) =>
    sheetOf(kind, document, {
      ...{ own: t, values: frameWords.value.values, shared: words.value },
      source: (from) => sourceText(from, document),
    });
  const csv = (kind: SheetKind) => {
    // Spreadsheets where commas stand in numbers expect it.
    const separator = words.value.decimalMark === ',' ? ';' : ',';
    save(
      new Blob([csvOf(table(kind), separator)], { type: 'text/csv' }),
      fileName(t.sheets[kind], 'csv'),
    );
  };
  const xlsx = async (kinds: readonly SheetKind[], name: string) => {
    try {
      const { workbookOf } = await import('../../../../../src/exchange/writers/workbook.ts');
      save(await workbookOf(kinds.map(table)), fileName(name, 'xlsx'));
    } catch {
      announce(t.failed);
    }
  };
  const fileName = (content: string, extension: string) => {
    const { name, timezone } = document.event;
    return fileNameOf(name, content, venueDay(Date.now(), timezone), extension);
  };
  return (
    <>
      <ul class="rows">
        {SHEET_KINDS.map((kind) => (
          <li key={kind} class="row-item">
            <div>{t.sheets[kind]}</div>
            <div class="row-actions">
              <button type="button" class="pill" onClick={() => csv(kind)}>
                <span class="vh">{t.sheets[kind]}: </span>
                {t.csv}
              </button>
              <button type="button" class="pill" onClick={() => void xlsx([kind], t.sheets[kind])}>
                <span class="vh">{t.sheets[kind]}: </span>
                {t.xlsx}
              </button>
            </div>
          </li>
        ))}
      </ul>
      <p class="actions">
        <button
          type="button"
          class="pill"
          onClick={() => void xlsx(SHEET_KINDS, frameWords.value.parts.overview)}
        >
          {t.all}
        </button>
      </p>
    </>
  );
}

/** Hands a file to the browser. */
function save(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Downloads of programme, crews, start lists and results, made in the browser from what is on the screen. */
import { announce } from '../../announcements.ts';
import { words } from '../../../shared/language.ts';
import { venueDay } from '../../../shared/times.ts';
import type { PartProps } from '../parts.ts';
import { frameWords } from '../frame-words.ts';
import { csvOf } from '../../../../../src/domain/csv.ts';
import { handOutsWords } from './hand-outs-words.ts';
import { SHEET_KINDS, type SheetKind, sheetOf } from './sheets.ts';

type DownloadProps = Pick<PartProps, 'document'>;

export function Downloads({ document }: DownloadProps) {
  const t = handOutsWords.value;
  const table = (kind: SheetKind) =>
    sheetOf(kind, document, {
      ...{ own: t, values: frameWords.value.values, shared: words.value },
    });
  const csv = (kind: SheetKind) => {
    // Spreadsheets where commas stand in numbers expect it.
    const separator = words.value.decimalMark === ',' ? ';' : ',';
    save(new Blob([csvOf(table(kind), separator)], { type: 'text/csv' }), fileName(kind, 'csv'));
  };
  const xlsx = async (kinds: readonly SheetKind[], name: string) => {
    try {
      const { workbookOf } = await import('../../../../../src/exchange/writers/workbook.ts');
      save(await workbookOf(kinds.map(table)), fileName(name, 'xlsx'));
    } catch {
      announce(t.failed);
    }
  };
  const fileName = (kind: string, extension: string) => {
    const { name, timezone } = document.event;
    return `${plain(name)} ${kind} ${venueDay(Date.now(), timezone)}.${extension}`;
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
              <button type="button" class="pill" onClick={() => void xlsx([kind], kind)}>
                <span class="vh">{t.sheets[kind]}: </span>
                {t.xlsx}
              </button>
            </div>
          </li>
        ))}
      </ul>
      <p class="actions">
        <button type="button" class="pill" onClick={() => void xlsx(SHEET_KINDS, 'regatta')}>
          {t.all}
        </button>
      </p>
    </>
  );
}

/** Without what file systems refuse. */
function plain(name: string): string {
  return name.replaceAll(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, ' ').trim();
}

/** Hands a file to the browser. */
function save(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

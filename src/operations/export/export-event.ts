/** Exports: an event as files for other programs (tools.md, "Export"). Reads only. */
import type { ExportFormat } from '../../contract/export.ts';
import { csvOf } from '../../domain/text/csv.ts';
import { eventFileText, type WholeEvent } from '../../exchange/event-file.ts';
import { crewtimerLineUp } from '../../exchange/writers/crewtimer-line-up.ts';
import { drvResults } from '../../exchange/writers/drv-results.ts';
import { eventTable, type Table, templateTable } from '../../exchange/writers/event-table.ts';
import { eventStartList } from '../../exchange/writers/start-list.ts';

export interface ExportedFile {
  /** A plain name, such as `lynx.evt`. */
  name: string;
  contentType: string;
  bytes: Uint8Array;
}

export interface Exported {
  /** One file; for FinishLynx three, which belong in one folder. */
  files: readonly ExportedFile[];
  /** A sentence for each thing that a person should check. */
  notes: readonly string[];
}

interface ExportOptions {
  /** Epoch milliseconds. */
  now: number;
  /** Whether the format `template` is to be a workbook; else it is CSV. */
  isWorkbook?: boolean;
}

export interface ExportJob {
  event: WholeEvent;
  format: ExportFormat;
  options: ExportOptions;
}

/** @returns one file: an archive (ZIP) where the format has several */
export async function exportOneFile({ event, format, options }: ExportJob): Promise<ExportedFile> {
  const { files } = await exportEvent(event, format, options);
  const [file] = files;
  if (file && files.length === 1) return file;
  const { zipSync } = await import('fflate');
  const contents = Object.fromEntries(files.map(({ name, bytes }) => [name, bytes]));
  return { name: `${format}.zip`, contentType: 'application/zip', bytes: zipSync(contents) };
}

export async function exportEvent(
  event: WholeEvent,
  format: ExportFormat,
  { now, isWorkbook = false }: ExportOptions,
): Promise<Exported> {
  switch (format) {
    case 'csv':
      return one('event.csv', CSV, csvOf(eventTable(event), ','));
    case 'template':
      return isWorkbook
        ? { files: [await workbookFile('template.xlsx', templateTable(event))], notes: [] }
        : one('template.csv', CSV, csvOf(templateTable(event), ','));
    case 'xlsx':
      return { files: [await workbookFile('event.xlsx', eventTable(event))], notes: [] };
    case 'crewtimer':
      return one('crewtimer-line-up.csv', CSV, crewtimerLineUp(event));
    case 'drv-results': {
      const { xml, notes } = drvResults(event);
      return one('ergebnisse.xml', 'application/xml', xml, notes);
    }
    case 'json':
      return one('event.json', 'application/json', eventFileText(event, now));
    case 'finishlynx': {
      const { evt, sch, ppl } = eventStartList(event);
      const file = (name: string, bytes: Uint8Array) => ({
        name,
        contentType: 'text/plain',
        bytes,
      });
      // In the order in which they are to be written: entries last, so that the names in the other files are there by then.
      const files = [file('lynx.ppl', ppl), file('lynx.sch', sch), file('lynx.evt', evt)];
      return { files, notes: [] };
    }
  }
}

const CSV = 'text/csv; charset=utf-8';
const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

function one(
  name: string,
  contentType: string,
  text: string,
  notes: readonly string[] = [],
): Exported {
  return { files: [{ name, contentType, bytes: Buffer.from(text) }], notes };
}

/** The time of every part of a workbook, so that the same event gives the same bytes; the times of ZIP begin in 1980. */
const NO_TIME = new Date(1980, 0, 1);

/** The libraries are loaded only when they are needed, because loading them takes as long as a whole command. */
async function workbookFile(name: string, table: Table): Promise<ExportedFile> {
  const { workbookOf } = await import('../../exchange/writers/workbook.ts');
  const { unzipSync, zipSync } = await import('fflate');
  const workbook = await workbookOf([{ name: 'Running Order', ...table }]);
  const parts = unzipSync(new Uint8Array(await workbook.arrayBuffer()));
  return { name, contentType: WORKBOOK, bytes: zipSync(parts, { mtime: NO_TIME }) };
}

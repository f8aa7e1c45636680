/** Exports an event: as a table, as the file of a whole event, or for another program. */
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { EXPORT_FORMATS, type ExportFormat, SITE_FORMAT } from '../../contract/export.ts';
import { errorMessage } from '../../domain/refusal.ts';
import { isOwnStartList } from '../../exchange/finishlynx/write-start-list.ts';
import {
  type Exported,
  type ExportedFile,
  exportEvent,
} from '../../operations/export/export-event.ts';
import { loadEvent } from '../../operations/export/load-event.ts';
import { replaceFile } from '../../replace-file.ts';
import {
  type Command,
  CommandFailed,
  type Outcome,
  readId,
  UsageError,
  type Values,
  withDatabase,
} from '../command.ts';
import { noSuchEvent, requireFolderOf } from '../existing.ts';

const FORMATS = [...EXPORT_FORMATS, SITE_FORMAT].join(', ');
/** Formats that are only written to a file or a folder. */
const NEED_OUT: readonly ExportFormat[] = ['xlsx', 'finishlynx'];

export const exportCommand: Command = {
  name: 'export',
  summary: `write an event to a file, or to standard output, as ${FORMATS}`,
  options: { event: 'EVENT', to: 'FORMAT', out: 'PATH', lang: 'LANGUAGES' },
  optional: ['out', 'lang'],
  flags: ['draft'],
  run: async (values, context) => {
    if (values.out === '')
      throw new UsageError('--out is empty: name a file or a folder.', exportCommand);
    if (values.to === SITE_FORMAT) {
      const { exportSite } = await import('./export-site.ts');
      return exportSite(values, context, exportCommand);
    }
    const ofSites = ['lang', 'draft'].find((name) => values[name] !== undefined);
    if (ofSites)
      throw new UsageError(`--${ofSites} belongs to --to ${SITE_FORMAT}.`, exportCommand);
    return withDatabase(context, async (database) => {
      const eventId = readId('event', values.event);
      const format = readFormat(values);
      const now = Date.now();
      const event = await loadEvent(database, eventId, now);
      if (!event) throw noSuchEvent(eventId);
      const exported = await exportEvent(event, format, {
        now,
        isWorkbook: extname(values.out ?? '').toLowerCase() === '.xlsx',
      });
      for (const note of exported.notes) process.stderr.write(`Note: ${note}\n`);
      const target = { eventId, to: values.to };
      return values.out === undefined
        ? printed(exported, values, target)
        : written(exported, { format, out: values.out }, target);
    });
  },
};

/** @throws UsageError for an unknown format, and for one that needs --out without it */
function readFormat({ to, out }: Values): ExportFormat {
  const format = EXPORT_FORMATS.find((name) => name === to);
  if (!format) {
    throw new UsageError(`--to must be one of ${FORMATS}.`, exportCommand);
  }
  if (out === undefined && NEED_OUT.includes(format)) {
    const what = format === 'finishlynx' ? 'the folder of its files' : 'a file';
    throw new UsageError(`--to ${format} needs --out with ${what}.`, exportCommand);
  }
  return format;
}

function printed({ files, notes }: Exported, { json }: Values, target: object) {
  const texts = files.map(({ name, bytes }) => ({ name, text: Buffer.from(bytes).toString() }));
  if (json !== undefined) return { json: { ...target, files: texts, notes }, text: '' };
  for (const { text } of texts) process.stdout.write(text);
  return undefined;
}

async function written(
  { files, notes }: Exported,
  { format, out }: { format: ExportFormat; out: string },
  target: object,
): Promise<Outcome> {
  const isFolder = format === 'finishlynx';
  const paths = isFolder ? foldersFiles(out, files) : [fileIn(out, files)];
  try {
    for (const [index, { bytes }] of files.entries()) {
      await replaceFile(paths[index] as string, bytes);
    }
  } catch (error) {
    const reason = errorMessage(error);
    throw new CommandFailed(`${out} cannot be written: ${reason}.`);
  }
  const told = files.map(({ bytes }, index) => ({ path: paths[index], bytes: bytes.length }));
  return {
    json: { ...target, files: told, notes },
    text: told.map(({ path, bytes }) => `Wrote ${bytes} bytes to ${path}.`).join('\n'),
  };
}

/** The path of the file: in an existing folder it has its own name, otherwise it is `out`. */
function fileIn(out: string, [file]: readonly ExportedFile[]): string {
  if (existsSync(out) && statSync(out).isDirectory()) return join(out, file?.name ?? '');
  requireFolderOf(out);
  return out;
}

/** The paths in the folder. @throws CommandFailed where a file of another program has one of these names */
function foldersFiles(out: string, files: readonly ExportedFile[]): string[] {
  if (existsSync(out) && !statSync(out).isDirectory()) {
    throw new CommandFailed(`${out} is a file: name a folder, into which lynx.evt and others go.`);
  }
  mkdirSync(out, { recursive: true });
  return files.map(({ name }) => {
    const path = join(out, name);
    if (existsSync(path) && !isOwnStartList(readFileSync(path))) {
      throw new CommandFailed(
        `${path} was not written by Running Order: name another folder, or move the file away.`,
      );
    }
    return path;
  });
}

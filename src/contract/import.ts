/**
 * The result of an import: the document of `import --json`, which the page of the console shows as well; and body and
 * answer of the race office. Its requests all contain the files, so nothing of them is kept between two requests, and
 * any process of the service can answer.
 */
import type { Static } from 'typebox';
import Type from 'typebox';
import { dateTime, nullable, oneOf } from './fields.ts';
import { MAX_IMPORT_FILE_BYTES, MAX_IMPORT_FILES, MAX_NAME_LENGTH } from './limits.ts';

/** What cannot be known from the files; an answer is given under its `id`. */
const ImportQuestion = Type.Object({
  id: Type.String(),
  text: Type.String(),
  /** The likely answer; `null` where none is likelier than another. */
  proposed: Type.Unknown(),
  /** The possible answers, where only some are. */
  options: Type.Optional(Type.Array(Type.Unknown())),
  /** The place that the question is about: a column, a sheet, a row, a day. */
  where: Type.Optional(Type.String()),
  /** The names or values that `text` is about, as the files have them, for pages, which word the question themselves. */
  about: Type.Optional(Type.Array(Type.String())),
  /** The answer that was given, where it does not settle the question. */
  unusable: Type.Optional(Type.Unknown()),
});

/** What becomes of one crew, race, lane or result that the files name. */
export const ImportItem = Type.Object({
  kind: oneOf(['crew', 'race', 'lane', 'result']),
  outcome: oneOf(['new', 'changed', 'same']),
  /** The printed number of a race; of a lane and a result, that of its race. */
  race: Type.Optional(Type.String()),
  /** Of a lane and a result. */
  position: Type.Optional(Type.Integer()),
  /** Of a lane and a result, the crew that is drawn there after the import. */
  crew: Type.Optional(Type.String()),
  /** Of a new item, all properties that the files have, with `from` as `null`. */
  changes: Type.Array(
    Type.Object({ property: Type.String(), from: Type.Unknown(), to: Type.Unknown() }),
  ),
});
export type ImportItem = Static<typeof ImportItem>;

/** Rows count from 1, as in a spreadsheet; `null` where the text is about a whole file, or about several rows. */
const row = nullable(Type.Integer());
/** The name of the file, where several files are imported together. */
const file = Type.Optional(Type.String());

/** A race and its start, as the clocks at the venue show it. */
const ImportedStart = Type.Object({
  race: Type.String(),
  scheduledAt: dateTime(),
  /** For instance `Sat 2026-06-13 09:00:00 +02:00`. */
  local: Type.String(),
});

/** What can be wrong with a whole file, for pages, which word it themselves. */
const FILE_FAULTS = [
  'damaged',
  'empty',
  'no-headings',
  'old-excel',
  'open-quote',
  'pdf',
  'too-large',
  'too-slow',
  'unknown-format',
] as const;
export type FileFault = (typeof FILE_FAULTS)[number];

export const ImportDocument = Type.Object({
  eventId: Type.Integer(),
  /** Of the first file; `null` where it is not known. */
  format: nullable(Type.String()),
  /** Identifies a kind of sheet; answers are remembered under it. */
  layout: nullable(Type.String()),
  dryRun: Type.Boolean(),
  /** Whether anything has been written. */
  written: Type.Boolean(),
  /** Whether the event has changed since the preview: then nothing is written, and this is a new preview. */
  changedMeanwhile: Type.Boolean(),
  /** The open questions: as long as there are any, nothing is written. */
  questions: Type.Array(ImportQuestion),
  counts: Type.Object({
    new: Type.Integer(),
    changed: Type.Integer(),
    same: Type.Integer(),
    skipped: Type.Integer(),
    wrong: Type.Integer(),
  }),
  items: Type.Array(ImportItem),
  /** What stays as it is, and why. */
  skipped: Type.Array(Type.Object({ row, reason: Type.String(), file })),
  /** Faults in the files: where there is one, nothing is written. */
  wrong: Type.Array(
    Type.Object({
      row,
      column: nullable(Type.String()),
      reason: Type.String(),
      file,
      /** The fault of a whole file that `reason` describes, where it is one of these. */
      fault: Type.Optional(oneOf([...FILE_FAULTS])),
      /** The row in which a cell with an open quotation mark begins. */
      from: Type.Optional(Type.Integer()),
    }),
  ),
  notes: Type.Array(Type.Object({ row, text: Type.String(), file })),
  /** The first and the last of the races that the files name; `null` where they name none. */
  firstRace: nullable(ImportedStart),
  lastRace: nullable(ImportedStart),
  /** Identifies all that this preview would write; a request that sends it back writes exactly that, or nothing. */
  preview: Type.String(),
  /** The entry of the history that undoes all of it; `null` where nothing has been written. */
  entryId: nullable(Type.Integer()),
});
export type ImportDocument = Static<typeof ImportDocument>;

/** Base64 takes four characters for three bytes. */
const MAX_CONTENT_LENGTH = Math.ceil(MAX_IMPORT_FILE_BYTES / 3) * 4;

const ImportFile = Type.Object({
  /** Without a folder. */
  name: Type.String({ format: 'opaque', minLength: 1, maxLength: MAX_NAME_LENGTH }),
  content: Type.String({
    format: 'opaque',
    maxLength: MAX_CONTENT_LENGTH,
    description: 'The bytes of the file in base64.',
  }),
});

/** `POST /events/{id}/import` */
export const ImportWrite = Type.Object({
  files: Type.Array(ImportFile, { maxItems: MAX_IMPORT_FILES }),
  answers: Type.Optional(
    Type.Unsafe<Record<string, unknown>>({
      description: 'An object from the id of a question to its answer.',
    }),
  ),
  preview: Type.Optional(
    Type.String({
      format: 'opaque',
      maxLength: MAX_NAME_LENGTH,
      description:
        'Of the answer that the person has seen: what it says is written, or nothing. Left out, nothing is written.',
    }),
  ),
});
export type ImportWrite = Static<typeof ImportWrite>;

export const ImportAnswer = Type.Object({
  ...ImportDocument.properties,
  /** Of the office document, once it is written. */
  revision: Type.Integer(),
});
export type ImportAnswer = Static<typeof ImportAnswer>;

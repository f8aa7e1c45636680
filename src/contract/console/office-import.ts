/**
 * An import in the race office: the files come with every request, so nothing of them is kept between two, and any
 * process of the service can answer.
 */
import Type, { type Static } from 'typebox';
import { ImportDocument } from '../import.ts';
import { MAX_IMPORT_FILE_BYTES, MAX_IMPORT_FILES, MAX_NAME_LENGTH } from '../limits.ts';

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

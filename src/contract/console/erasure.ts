/** Erasing the name of a crew in an event, and of a person (adoption, "Names and persons"). */
import type { Static } from 'typebox';
import Type from 'typebox';
import { dateTime, id, nullable } from '../fields.ts';
import { MAX_CREW_NAME_LENGTH } from '../limits.ts';

/** `POST /events/{id}/crews/{crewId}/erase`: first with `preview`, then with `confirm`, the name of the crew. */
export const EraseWrite = Type.Object({
  preview: Type.Optional(Type.Boolean()),
  confirm: Type.Optional(Type.String({ format: 'opaque', maxLength: 4 * MAX_CREW_NAME_LENGTH })),
});
export type EraseWrite = Static<typeof EraseWrite>;

/** Where a name stands, or stood. */
const Place = Type.Object({
  /** Such as `race 3, title`, or `history entry 12`. */
  where: Type.String(),
  /** The text in that place: in a preview the present one, else the one after the erasure. */
  text: Type.String(),
  /** Whether the name stays, because it is short, part of the name of others, or the text is an id of other software. */
  stays: Type.Boolean(),
});

/** A key that pushed crews in the last 24 hours: the next push of the program that uses it brings the name back. */
const PushingKey = Type.Object({
  keyPrefix: Type.String(),
  label: Type.String(),
  pushedAt: dateTime(),
});

/** Properties of both answers, of the preview and of the erasure. */
const found = {
  crewId: id(),
  /** All names that the crew has or had, the present one first. */
  names: Type.Array(Type.String()),
  /** The name of the crew after the erasure. */
  name: Type.String(),
  /** At most a thousand; those where the name stays come first. */
  places: Type.Array(Place),
  /** How many places there are in all. */
  placeCount: Type.Integer(),
  keys: Type.Array(PushingKey),
  /** The names of the backup files, newest first; each still contains the name. */
  backups: Type.Array(Type.String()),
};

export const ErasurePreview = Type.Object(found);
export type ErasurePreview = Static<typeof ErasurePreview>;

/** The state of the files of the database. */
const files = {
  /** Whether the files contain nothing of the erased name any more. */
  rewritten: Type.Boolean(),
  /** Statements that an operator has to run to make that so, where the service cannot. */
  toRun: Type.Array(Type.String()),
};

export const ErasedCrew = Type.Object({
  revision: Type.Integer(),
  /** `null` where the name had been erased before. */
  entryId: nullable(id()),
  ...found,
  ...files,
});
export type ErasedCrew = Static<typeof ErasedCrew>;

/** `POST /people/{id}/erase` */
export const ErasedPerson = Type.Object({
  userId: id(),
  /** Such as `Former member 4`. */
  name: Type.String(),
  backups: Type.Array(Type.String()),
  ...files,
});
export type ErasedPerson = Static<typeof ErasedPerson>;

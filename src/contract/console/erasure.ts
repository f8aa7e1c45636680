/** Names that are taken back: of a crew in an event, and of a person (adoption, "Names and persons"). */
import type { Static } from 'typebox';
import Type from 'typebox';
import { dateTime, id, nullable } from '../fields.ts';
import { MAX_CREW_NAME_LENGTH } from '../limits.ts';

/** `POST /events/{id}/crews/{crewId}/erase`: first what it would do, then with the name that the crew has. */
export const EraseWrite = Type.Object({
  preview: Type.Optional(Type.Boolean()),
  confirm: Type.Optional(Type.String({ format: 'opaque', maxLength: 4 * MAX_CREW_NAME_LENGTH })),
});
export type EraseWrite = Static<typeof EraseWrite>;

/** Where a name stands, or stood. */
const Place = Type.Object({
  /** Such as `race 3, title`, or `history entry 12`. */
  where: Type.String(),
  /** The text there, as it is when the answer leaves. */
  text: Type.String(),
  /** Whether the name stays: it is short, or part of what others are called, or the text is an id of other software. */
  stays: Type.Boolean(),
});

/** A key that pushed crews in the last 24 hours: what the software behind it pushes next brings the name back. */
const PushingKey = Type.Object({
  keyPrefix: Type.String(),
  label: Type.String(),
  pushedAt: dateTime(),
});

/** What is the same before and after. */
const found = {
  crewId: id(),
  /** All that the crew has or had, the present one first. */
  names: Type.Array(Type.String()),
  /** What it is called from then on. */
  name: Type.String(),
  /** At most a thousand; those that stay come first. */
  places: Type.Array(Place),
  /** How many there are. */
  placeCount: Type.Integer(),
  keys: Type.Array(PushingKey),
  /** The names of the files, newest first: each still has the name. */
  backups: Type.Array(Type.String()),
};

export const ErasurePreview = Type.Object(found);
export type ErasurePreview = Static<typeof ErasurePreview>;

/** Of the files of the database. */
const files = {
  /** Whether nothing is left in them of what was erased. */
  rewritten: Type.Boolean(),
  /** Statements that an operator has to run for that, where the service cannot. */
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

/** The history of an event as the race office reads it, and what stands in the way of a write. */
import Type, { type Static } from 'typebox';
import { dateTime, nullable } from '../fields.ts';
import { id } from './fields.ts';

/** The properties that changed; `null` where the thing is new or gone. */
const Properties = Type.Unsafe<Record<string, unknown> | null>({
  type: ['object', 'null'],
  additionalProperties: true,
});

const thing = {
  /** `schedule`, `team`, `race`, `lane`, `delay`, `notice` or `event`. */
  subject: Type.String(),
  /** Of a team, race or notice; of a lane, its race's. */
  id: Type.Optional(id()),
  /** Of a lane. */
  position: Type.Optional(Type.Integer()),
  name: Type.String(),
  before: Properties,
  after: Properties,
};

/** The event, its schedule and a delay go by the id of the event. */
export const HistoryChange = Type.Object({ ...thing, id: id() });
export type HistoryChange = Static<typeof HistoryChange>;

export const HistoryEntry = Type.Object({
  id: id(),
  at: dateTime(),
  userId: nullable(id()),
  displayName: nullable(Type.String()),
  keyPrefix: nullable(Type.String()),
  operation: Type.String(),
  /** At most 200; of a longer entry, first what a filter looks for. */
  changes: Type.Array(HistoryChange),
  /** How many there are. */
  changeCount: Type.Integer(),
  undoOf: nullable(id()),
});
export type HistoryEntry = Static<typeof HistoryEntry>;

/** `GET /events/{id}/history`: newest first; `next` is the `before` of the next page, `null` on the last one. */
export const HistoryPage = Type.Object({
  entries: Type.Array(HistoryEntry),
  next: nullable(id()),
});
export type HistoryPage = Static<typeof HistoryPage>;

export const Undone = Type.Object({ revision: Type.Integer(), entryId: id() });
export type Undone = Static<typeof Undone>;

/** The extension member `changed` of a 409: what has changed since the page showed it. */
export const LaterChange = Type.Object({
  entryId: id(),
  at: dateTime(),
  by: Type.Object({
    userId: nullable(id()),
    /** `null` where the command line wrote it and said no name. */
    name: nullable(Type.String()),
    keyPrefix: nullable(Type.String()),
    keyLabel: nullable(Type.String()),
  }),
  operation: Type.String(),
  ...thing,
});
export type LaterChange = Static<typeof LaterChange>;

/** The history of an event as the race office reads it, and what stands in the way of a write. */
import type { Static } from 'typebox';
import Type from 'typebox';
import { dateTime, id, nullable } from '../fields.ts';

/** The properties that changed; `null` where the thing is new or gone. */
const Properties = Type.Unsafe<Record<string, unknown> | null>({
  type: ['object', 'null'],
  additionalProperties: true,
});

const thing = {
  /** `schedule`, `team`, `race`, `lane`, `delay`, `notice`, `event`, or `draw`: how the program drew the lanes of the entry. */
  subject: Type.String(),
  /** Of a team, race or notice; of a lane, its race's. */
  id: Type.Optional(id()),
  /** Of a lane. */
  position: Type.Optional(Type.Integer()),
  name: Type.String(),
  before: Properties,
  after: Properties,
};

/** The event, its schedule, a delay and a draw go by the id of the event. */
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
  /** Stands there where older entries were removed (retention). */
  olderRemoved: Type.Optional(Type.Boolean()),
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

/** The extension member `obstacles` of a 409: what stands in the way of a change, or of taking one back. */
export interface Obstacle {
  /**
   * `value`: a property has another value by now, `changed`: it was changed in between. Of a thing, `again`: it is there
   * again, `gone`: it is there no more. Of a lane, `drawn`: its race would go, `source-gone`, `crew-gone`: it would need
   * one that is gone, `crew-twice`: its crew would stand in another lane, too. `taken`: another race or crew has the
   * value. `circle`: the rules of the race would lead back to it.
   */
  kind:
    | 'value'
    | 'changed'
    | 'again'
    | 'gone'
    | 'drawn'
    | 'source-gone'
    | 'crew-gone'
    | 'crew-twice'
    | 'taken'
    | 'circle';
  subject: string;
  id?: number;
  position?: number;
  name: string;
  property?: string;
  /** Of the property; or the name of the crew. */
  value?: unknown;
}

/** The history of an event as the race office reads it, and the changes that a write conflicts with. */
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
  /** The id of a team, race or notice; of a lane, that of its race. */
  id: Type.Optional(id()),
  /** Of a lane. */
  position: Type.Optional(Type.Integer()),
  name: Type.String(),
  before: Properties,
  after: Properties,
};

/** The event, its schedule, a delay and a draw have the id of the event. */
export const HistoryChange = Type.Object({ ...thing, id: id() });
export type HistoryChange = Static<typeof HistoryChange>;

export const HistoryEntry = Type.Object({
  id: id(),
  at: dateTime(),
  userId: nullable(id()),
  displayName: nullable(Type.String()),
  keyPrefix: nullable(Type.String()),
  operation: Type.String(),
  /** At most 200; of a longer entry, those that match a filter come first. */
  changes: Type.Array(HistoryChange),
  /** How many changes the entry has. */
  changeCount: Type.Integer(),
  undoOf: nullable(id()),
});
export type HistoryEntry = Static<typeof HistoryEntry>;

/** `GET /events/{id}/history`: newest first; `next` is the `before` of the next page, `null` on the last one. */
export const HistoryPage = Type.Object({
  entries: Type.Array(HistoryEntry),
  next: nullable(id()),
  /** True where older entries were removed (retention); else left out. */
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
    /** `null` where the command line made the change without a name. */
    name: nullable(Type.String()),
    keyPrefix: nullable(Type.String()),
    keyLabel: nullable(Type.String()),
  }),
  operation: Type.String(),
  ...thing,
});
export type LaterChange = Static<typeof LaterChange>;

/** The extension member `obstacles` of a 409: what prevents a change, or undoing one. */
export interface Obstacle {
  /**
   * `value`: a property has another value by now; `changed`: it was changed in between. Of a thing: `again`: it exists
   * again; `gone`: it exists no longer. Of a lane: `drawn`: its race would be removed; `source-gone`, `crew-gone`: it
   * needs a race or crew that is gone; `crew-twice`: its crew would be in another lane, too. `taken`: another race or crew
   * has the value. `circle`: the rules of the race would lead back to it.
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
  /** The value of the property; or the name of the crew. */
  value?: unknown;
}

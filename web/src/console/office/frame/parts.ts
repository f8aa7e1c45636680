/**
 * The parts of an event's race office. Each is a folder here whose component is loaded when somebody opens it.
 *
 * To add or fill a part: its component takes `PartProps`, begins with `<PageHeading title={…} />` (`page-parts.tsx`), and reads
 * the office document from its props, never from a request of its own. Its words are in `words/office-PART.ts`, in other
 * languages in `words/translations/` or `words/later-translations/`; its styles in its folder. How to write: `write.ts`. How to
 * keep drafts: `table-draft.ts` (rows), `form.ts` with `revision` (forms). Keys and commands: `commands.ts`.
 */
import type { Office, OfficePart } from '../../../../../src/contract/console/office.ts';
import { type Lazy, lazy, lazyWithWords } from '../../lazy.tsx';

export interface PartProps {
  eventId: number;
  /** The newest document; races and crews that have not changed are the same objects as before. */
  document: Office;
  /** From the path `/races/{raceId}`. */
  raceId: number | undefined;
}

interface Part {
  id: OfficePart;
  /** The key that opens the part after `g`. */
  key: string;
  Component: Lazy<PartProps>;
}

/** In the order of the navigation. */
export const PARTS: readonly Part[] = [
  {
    id: 'overview',
    key: 'o',
    Component: lazy(() => import('../overview/overview.tsx').then((it) => it.Overview)),
  },
  {
    id: 'programme',
    key: 'p',
    Component: lazy(() => import('../programme/programme.tsx').then((it) => it.Programme)),
  },
  {
    id: 'crews',
    key: 'c',
    Component: lazy(() => import('../crews/crews.tsx').then((it) => it.Crews)),
  },
  {
    id: 'races',
    key: 'r',
    Component: lazy(() => import('../races/races.tsx').then((it) => it.Races)),
  },
  {
    id: 'progression',
    key: 'n',
    Component: lazyWithWords(() =>
      import('../progression/progression.tsx').then((it) => it.Progression),
    ),
  },
  {
    id: 'day',
    key: 'd',
    Component: lazy(() => import('../day/day.tsx').then((it) => it.Day)),
  },
  {
    id: 'publish',
    key: 'u',
    Component: lazy(() => import('../publish/publish.tsx').then((it) => it.Publish)),
  },
  {
    id: 'history',
    key: 'h',
    Component: lazy(() => import('../history/history.tsx').then((it) => it.History)),
  },
  {
    id: 'hand-outs',
    key: 't',
    Component: lazy(() => import('../hand-outs/hand-outs.tsx').then((it) => it.HandOuts)),
  },
];

/** The part of that name. */
export function partOf(id: OfficePart): Part {
  return PARTS.find((part) => part.id === id) ?? (PARTS[0] as Part);
}

/** The draw of one race: crews by a few letters, lanes swapped, added and removed; saved in one write. */
import { useState } from 'preact/hooks';
import type { Office, OfficeRace } from '../../../../../src/contract/console/office.ts';
import type { WrittenRace } from '../../../../../src/contract/console/office-writes.ts';
import type { Problem } from '../../problems.ts';
import { SaveBar } from '../save-bar.tsx';
import type { TableDraft } from '../table-draft.ts';
import { writeOffice } from '../write.ts';
import {
  consequencesOf,
  type DrawnLane,
  drawnLanes,
  lanesBody,
  offeredLanes,
  schemeLabels,
} from './draw-edit.ts';
import { type DrawEdits, drawEdits, rowsOf } from './draw-edits.ts';
import { DrawRow, focusCrew } from './draw-row.tsx';
import { numberOf } from '../race-names.ts';
import { crewNames } from './race-words.ts';
import { racesWords } from './races-words.ts';
import { storedNow } from './results-draft.ts';

interface DrawEditorProps {
  eventId: number;
  document: Office;
  race: OfficeRace;
  draft: TableDraft;
}

export function DrawEditor(props: DrawEditorProps) {
  const { document, race, draft, eventId } = props;
  const t = racesWords.value;
  const labelOf = schemeLabels(race, document.settings);
  const lanes = drawnLanes(race, rowsOf(draft), labelOf, offeredLanes(race, document));
  const [problem, setProblem] = useState<Problem | undefined>(undefined);
  const [isBusy, setBusy] = useState(false);
  const edit = drawEdits(draft, lanes);
  const save = async () => {
    const unknown = lanes.find(({ unknownCrew }) => unknownCrew !== undefined);
    if (unknown) return focusCrew(unknown.position);
    const sent = draft.take();
    const rows = rowsOf(draft);
    setBusy(true);
    const outcome = await writeOffice<WrittenRace>(eventId, {
      path: `/races/${race.id}/lanes`,
      seen: sent.seen,
      body: (isDropped) => lanesBody(storedNow(race), rows, labelOf, isDropped),
      mine: {
        valueOf: ({ subject, id, position }, property) => {
          const lane = lanes.find((each) => each.position === position);
          if (subject !== 'lane' || id !== race.id || !rows.has(position ?? 0)) return undefined;
          return { teamId: lane?.crewId ?? null, positionLabel: lane?.label }[property];
        },
      },
      said: t.drawSaved(numberOf(race)),
    });
    setBusy(false);
    setProblem(
      outcome.kind === 'refused' && outcome.problem.code !== 'cancelled'
        ? outcome.problem
        : undefined,
    );
    if (outcome.kind !== 'refused') draft.settle(sent);
  };
  return (
    <div class="draw">
      <p class="quiet">{t.drawHint}</p>
      <ol class="draw-lanes">
        {lanes.map((lane) => (
          <DrawRow key={lane.position} {...props} lane={lane} lanes={lanes} edit={edit} />
        ))}
      </ol>
      <AddLanes lanes={lanes} edit={edit} schemeLength={schemeLength(race, document)} />
      {draft.isChanged.value && (
        <SaveBar
          isBusy={isBusy}
          problem={problem}
          details={warnings(race, lanes, document)}
          onSave={() => void save()}
          onDiscard={() => {
            setProblem(undefined);
            draft.discard();
          }}
        >
          {t.drawChanged}
        </SaveBar>
      )}
    </div>
  );
}

function AddLanes({
  lanes,
  edit,
  schemeLength,
}: {
  lanes: readonly DrawnLane[];
  edit: DrawEdits;
  schemeLength: number;
}) {
  const t = racesWords.value;
  const missing = schemeLength - lanes.length;
  return (
    <div class="actions">
      <button type="button" class="pill" onClick={() => edit.add(1)}>
        {t.addLane}
      </button>
      {missing > 1 && (
        <button type="button" class="pill" onClick={() => edit.add(missing)}>
          {t.lanesFilled(schemeLength)}
        </button>
      )}
    </div>
  );
}

/** How many lanes the course has, as far as its labels say. */
function schemeLength(race: OfficeRace, { settings }: Office): number {
  return (race.laneScheme ?? settings?.laneScheme ?? []).length;
}

/** What saving does besides. */
function warnings(race: OfficeRace, lanes: readonly DrawnLane[], document: Office): string[] {
  const t = racesWords.value;
  const nameOf = crewNames(document);
  const { lost, stays, rules } = consequencesOf(race, lanes);
  const list = (of: readonly { positionLabel: string; crewId: number | null }[]) =>
    of
      .map(({ positionLabel, crewId }) =>
        [`${t.lane} ${positionLabel}`, nameOf(crewId)].filter(Boolean).join(' '),
      )
      .join(', ');
  return [
    lost.length > 0 && t.loses(list(lost)),
    stays.length > 0 && t.staysWith(list(stays)),
    rules.length > 0 && t.rulesGo(list(rules)),
  ].filter((text) => text !== false);
}

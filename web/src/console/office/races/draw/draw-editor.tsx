/** The draw of one race: crews are found by a few letters, lanes swapped, added and removed; saved in one write. */
import { useLayoutEffect, useState } from 'preact/hooks';
import type { Office, OfficeRace } from '../../../../../../src/contract/console/office.ts';
import { toDraw } from '../../../../../../src/domain/progression/apply-rules.ts';
import { numberShown } from '../../../../../../src/domain/races/race-name.ts';
import { queryValue } from '../../../place.ts';
import type { Problem } from '../../../problems.ts';
import { writeOffice } from '../../conflicts/write.ts';
import { SaveBar } from '../../table/save-bar.tsx';
import type { TableDraft } from '../../table/table-draft.ts';
import { crewNames, useRaceWords, wordsOfKind } from '../race-words.ts';
import { storedNow } from '../results/results-draft.ts';
import { focusRace } from '../results/results-lane.tsx';
import { type DrawEdits, drawEdits, rowsOf } from './draw-edits.ts';
import { DrawRow, focusCrew, focusCrewOnceDrawn } from './draw-row.tsx';
import {
  consequencesOf,
  type DrawnLane,
  drawnLanes,
  lanesBody,
  mineOfDraw,
  offeredLanes,
  schemeLabels,
} from './drawn-lanes.ts';

interface DrawEditorProps {
  eventId: number;
  document: Office;
  race: OfficeRace;
  draft: TableDraft;
}

export function DrawEditor(props: DrawEditorProps) {
  const { document, race, draft, eventId } = props;
  const t = useRaceWords();
  const labelOf = schemeLabels(race, document.settings);
  const lanesNow = () => drawnLanes(race, rowsOf(draft), labelOf, offeredLanes(race, document));
  const lanes = lanesNow();
  const [problem, setProblem] = useState<Problem | undefined>(undefined);
  const edit = drawEdits(draft, lanes, document.crews);
  // Draws what an earlier load of the page has left half typed: no field has the focus yet.
  useLayoutEffect(() => edit.leaveAll(), []);
  // Where the rules leave a tie to be drawn by hand, the draw begins with the crews that they name.
  useLayoutEffect(() => {
    if (queryValue('draw') === null || draft.isChanged.peek() || toDraw(race) !== 'tie') return;
    edit.propose(race.draw?.lanes ?? []);
  }, []);
  const save = async () => {
    // Leaving the field draws a crew that is being typed; and the next letter is a key of the page, such as E for the results.
    focusRace();
    const lanes = lanesNow();
    const unknown = lanes.find(({ unknownCrew }) => unknownCrew !== undefined);
    if (unknown) return focusCrew(unknown.position);
    const sent = draft.take();
    const rows = rowsOf(draft);
    draft.isBusy.value = true;
    const outcome = await writeOffice('PUT /events/{eventId}/races/{raceId}/lanes', {
      params: { eventId, raceId: race.id },
      seen: sent.seen,
      body: ({ isDropped }) => lanesBody(storedNow(race), rows, labelOf, isDropped),
      mine: mineOfDraw(race, rows, lanes),
      said: t.drawSaved(numberShown(race)),
    });
    draft.isBusy.value = false;
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
          edits={draft.edits.value}
          isBusy={draft.isBusy.value}
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
  const t = useRaceWords();
  const missing = schemeLength - lanes.length;
  // With the focus on the button, the letters of a crew would be keys of the page.
  const add = (count: number) => focusCrewOnceDrawn(edit.add(count));
  return (
    <div class="actions">
      <button type="button" class="pill" onClick={() => add(1)}>
        {t.addLane}
      </button>
      {missing > 1 && (
        <button type="button" class="pill" onClick={() => add(missing)}>
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

/** Warnings about what saving also changes. */
function warnings(race: OfficeRace, lanes: readonly DrawnLane[], document: Office): string[] {
  const t = wordsOfKind(race.effectiveKind);
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

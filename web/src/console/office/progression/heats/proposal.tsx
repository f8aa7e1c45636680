/** A draw before it is posted: each race with its lanes, crews and clubs, and remarks about the draw. */
import type { Office, OfficeRace } from '../../../../../../src/contract/console/office.ts';
import type { DrawPlan } from '../../../../../../src/contract/console/office-progression.ts';
import { type DrawRemark, drawRemarks } from '../../../../../../src/domain/draw/draw-remarks.ts';
import { numberShown } from '../../../../../../src/domain/races/race-name.ts';
import { heatsWords } from '../../../words/office-progression.ts';
import { laneText, raceTitle } from '../../race-names.ts';
import { schemeLabels } from '../../races/draw/drawn-lanes.ts';
import { crewNames } from '../../races/race-words.ts';
import type { AskedDraw } from './heats-fields.ts';

interface ProposalProps {
  document: Office;
  asked: AskedDraw;
  plan: DrawPlan;
}

export function Proposal({ document, asked, plan }: ProposalProps) {
  const races = new Map(document.races.map((race) => [race.id, race]));
  const crews = document.crews.filter(({ id }) => asked.crewIds.includes(id));
  const scheme = document.settings?.laneScheme;
  const remarks = drawRemarks({
    heats: plan.heats,
    races: document.races,
    crews,
    method: asked.method,
    clubsApart: asked.clubsApart ?? true,
    schemeOf: (raceId) => (races.get(raceId)?.laneScheme ?? scheme)?.length ?? null,
  });
  return (
    <>
      {remarks.length > 0 && (
        <ul class="draw-remarks">
          {remarks.map((remark) => {
            const race = races.get(remark.raceId);
            const text = race && remarkInWords(remark, race, document);
            return text === undefined ? null : (
              <li key={text} class="doubt">
                {text}
              </li>
            );
          })}
        </ul>
      )}
      <div class="drawn-heats">
        {plan.heats.map((heat) => {
          const race = races.get(heat.raceId);
          return race && <Heat key={race.id} document={document} race={race} lanes={heat.lanes} />;
        })}
      </div>
    </>
  );
}

interface HeatProps extends Pick<ProposalProps, 'document'> {
  race: OfficeRace;
  lanes: DrawPlan['heats'][number]['lanes'];
}

function Heat({ document, race, lanes }: HeatProps) {
  const t = heatsWords.value;
  const labelOf = labelsOf(race, document);
  const nameOf = crewNames(document);
  const clubs = new Map(document.crews.map(({ id, clubId }) => [id, clubId]));
  return (
    <section aria-label={`${numberShown(race)} ${raceTitle(race)}`}>
      <h3>
        {numberShown(race)} {raceTitle(race)}
      </h3>
      <ul>
        {lanes.map(({ position, crewId }) => (
          <li key={position}>
            <span class="quiet">{laneText(race, labelOf(position), t.lane)}:</span> {nameOf(crewId)}{' '}
            <span class="quiet">{clubs.get(crewId)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The labels of a race's lanes, also of lanes that the draw will add. */
function labelsOf(race: OfficeRace, { settings }: Office): (position: number) => string {
  const own = new Map(race.lanes.map(({ position, positionLabel }) => [position, positionLabel]));
  const ofScheme = schemeLabels(race, settings);
  return (position) => own.get(position) ?? ofScheme(position);
}

function remarkInWords(remark: DrawRemark, race: OfficeRace, document: Office): string {
  const t = heatsWords.value.remarks;
  const number = numberShown(race);
  const crewList = (ids: readonly number[]) => ids.map(crewNames(document)).join(', ');
  const laneList = (positions: readonly number[]) =>
    positions.map(labelsOf(race, document)).join(', ');
  switch (remark.kind) {
    case 'club':
      return t.club(number, remark.clubId, crewList(remark.crewIds));
    case 'left-out':
      return t['left-out'](number, crewList(remark.crewIds));
    case 'rules':
    case 'more-lanes':
      return t[remark.kind](number, laneList(remark.positions));
    default:
      return t[remark.kind](number);
  }
}

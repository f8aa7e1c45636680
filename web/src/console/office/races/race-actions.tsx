/** Actions on a race as a whole: cancel, postpone, plan again, make official; one key each. */
import { useState } from 'preact/hooks';
import type { Office, OfficeRace } from '../../../../../src/contract/console/office.ts';
import type { WrittenRace } from '../../../../../src/contract/console/office-writes.ts';
import { MAX_REASON_LENGTH } from '../../../../../src/contract/limits.ts';
import { numberShown } from '../../../../../src/domain/races/race-name.ts';
import { hasRaced, isScored } from '../../../../../src/domain/results/standings.ts';
import { person } from '../../account/session.ts';
import { Dialog } from '../../components/dialog.tsx';
import { Alert } from '../../components/page-parts.tsx';
import { announce } from '../../documents/announcements.ts';
import { useOnce } from '../../form.ts';
import { type Problem, refusedText } from '../../problems.ts';
import { readTab, writeTab } from '../../tab-storage.ts';
import { consoleWords } from '../../words/console.ts';
import { racesWords } from '../../words/office-races.ts';
import { type Outcome, refusalOf } from '../conflicts/write.ts';
import { type Command, useCommands } from '../frame/commands.ts';
import { writeOfficial, writeState, writeTakenBack } from './race-writes.ts';

interface RaceActionsProps {
  eventId: number;
  document: Office;
  race: OfficeRace;
  /** Whether results are typed but not posted. */
  isTyped: boolean;
}

interface Action extends Command {
  isPossible: boolean;
}

export function RaceActions({ eventId, race, isTyped }: RaceActionsProps) {
  const [asked, ask] = useState<Asked | undefined>(undefined);
  const [problem, setProblem] = useState<Problem | undefined>(undefined);
  const perform = async (write: Promise<Outcome<WrittenRace>>) => {
    const refusal = await refusalOf(write);
    setProblem(refusal);
    return refusal;
  };
  const actions = actionsOf({ eventId, race, isTyped }, ask, (write) => void perform(write));
  useCommands(actions.filter(({ isPossible }) => isPossible));
  return (
    <div class="race-actions">
      <Alert texts={[refusedText(problem, consoleWords.value)]} isSmall />
      {actions
        .filter(({ isPossible }) => isPossible)
        .map(({ id, words, keys = [], run }) => (
          <button
            key={id}
            type="button"
            class="pill"
            aria-keyshortcuts={keys[0]}
            // The field above keeps the focus; else its keys would vanish, and this button would move from under the finger.
            onPointerDown={(event) => event.preventDefault()}
            onClick={() => run?.('')}
          >
            {words}
          </button>
        ))}
      {asked && (
        <Question
          race={race}
          asked={asked}
          onCancel={() => ask(undefined)}
          onAnswer={async (reason) => {
            const refusal = await perform(
              asked === 'take-back'
                ? writeTakenBack(eventId, race)
                : writeState(eventId, race, { state: asked, reason }),
            );
            if (!refusal || refusal.code === 'cancelled') ask(undefined);
            return refusal === undefined;
          }}
          problem={problem}
        />
      )}
    </div>
  );
}

function actionsOf(
  { eventId, race, isTyped }: Omit<RaceActionsProps, 'document'>,
  ask: (asked: Asked) => void,
  perform: (write: Promise<Outcome<WrittenRace>>) => void,
): Action[] {
  const t = racesWords.value;
  const scored = isScored(race.lanes);
  const isOfficial = race.official === true;
  return [
    {
      id: 'races.official',
      words: isOfficial ? t.makeProvisional : t.makeOfficial,
      keys: ['o'],
      isPossible: scored && race.official !== null,
      // Results that are made official have to be the posted ones, which everybody sees.
      run: () =>
        isTyped ? announce(t.typedFirst) : perform(writeOfficial(eventId, race, !isOfficial)),
    },
    {
      id: 'races.plan',
      words: t.plan,
      keys: ['r'],
      isPossible: race.state !== 'planned',
      run: () => perform(writeState(eventId, race, { state: 'planned', reason: null })),
    },
    {
      id: 'races.postpone',
      words: t.postpone,
      keys: ['l'],
      isPossible: race.state === 'planned' && !hasRaced(race.lanes),
      run: () => ask('postponed'),
    },
    {
      id: 'races.cancel',
      words: t.cancel,
      keys: ['c'],
      isPossible: race.state !== 'cancelled',
      run: () => ask('cancelled'),
    },
    {
      id: 'races.take-back',
      words: t.takeBack,
      keys: ['t'],
      isPossible: scored,
      run: () => ask('take-back'),
    },
  ];
}

/** Actions that ask first, because crews are notified or results are removed; with a reason where there may be one. */
type Asked = 'cancelled' | 'postponed' | 'take-back';

interface QuestionProps {
  race: OfficeRace;
  asked: Asked;
  problem: Problem | undefined;
  /** @returns whether it was done */
  onAnswer: (reason: string | null) => Promise<boolean>;
  onCancel: () => void;
}

/** The dialog before an action that notifies crews or removes results. */
function Question({ race, asked, problem, onAnswer, onCancel }: QuestionProps) {
  const t = racesWords.value;
  // The reason is kept through a reload and the closing of the tab, as every draft is.
  const kept = `reason ${person.peek()?.id ?? 0} ${asked} ${race.id}`;
  const [reason, setReason] = useState(() => readTab(kept) ?? race.reason ?? '');
  const typeReason = (typed: string) => {
    setReason(typed);
    writeTab(kept, typed);
  };
  const number = numberShown(race);
  const said = {
    cancelled: [t.cancelTitle(number), t.cancelMore, t.cancelNow],
    postponed: [t.postponeTitle(number), t.postponeMore, t.postponeNow],
    'take-back': [t.takeBackTitle(number), t.takeBackMore, t.takeBackNow],
  }[asked];
  const [isBusy, answer] = useOnce(async () => {
    const isDone = await onAnswer(reason.trim() === '' ? null : reason.trim());
    if (isDone) writeTab(kept, null);
  });
  return (
    <Dialog title={said[0] ?? ''} onCancel={onCancel}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void answer();
        }}
      >
        <p>
          {said[1]} {asked === 'cancelled' && isScored(race.lanes) && t.cancelScored}
        </p>
        {asked !== 'take-back' && (
          <div class="field">
            <label for="race-reason">
              {t.reason} <span class="quiet">({consoleWords.value.optional})</span>
            </label>
            <input
              id="race-reason"
              value={reason}
              maxLength={MAX_REASON_LENGTH}
              aria-describedby="race-reason-hint"
              onInput={({ currentTarget }) => typeReason(currentTarget.value)}
            />
            <p class="hint" id="race-reason-hint">
              {t.reasonHint}
            </p>
          </div>
        )}
        <Alert texts={[refusedText(problem, consoleWords.value)]} />
        <div class="actions">
          <button
            type="submit"
            class={asked === 'postponed' ? 'pill primary' : 'pill danger'}
            aria-disabled={isBusy}
          >
            {isBusy ? consoleWords.value.working : said[2]}
          </button>
          <button type="button" class="pill" onClick={onCancel}>
            {asked === 'take-back' ? t.keepResults : t.keepRace}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** Asks before crews are told something, or results go: with a reason where there may be one. */
import { useState } from 'preact/hooks';
import type { OfficeRace } from '../../../../../src/contract/console/office.ts';
import { MAX_REASON_LENGTH } from '../../../../../src/contract/limits.ts';
import { isScored } from '../../../../../src/domain/results/standings.ts';
import { Dialog } from '../../components/dialog.tsx';
import { problemText, type Problem } from '../../problems.ts';
import { readTab, writeTab } from '../../account/session-storage.ts';
import { consoleWords } from '../../words/words.ts';
import { numberOf } from '../race-names.ts';
import { racesWords } from './races-words.ts';

export type Asked = 'cancelled' | 'postponed' | 'take-back';

interface QuestionProps {
  race: OfficeRace;
  asked: Asked;
  problem: Problem | undefined;
  /** @returns whether it was done */
  onAnswer: (reason: string | null) => Promise<boolean>;
  onCancel: () => void;
}

/** Before what crews will be told, or what takes results away. */
export function Question({ race, asked, problem, onAnswer, onCancel }: QuestionProps) {
  const t = racesWords.value;
  // Kept through a reload, as all that is typed.
  const kept = `reason ${asked} ${race.id}`;
  const [reason, setReason] = useState(() => readTab(kept) ?? race.reason ?? '');
  const typeReason = (typed: string) => {
    setReason(typed);
    writeTab(kept, typed);
  };
  const [isBusy, setBusy] = useState(false);
  const number = numberOf(race);
  const said = {
    cancelled: [t.cancelTitle(number), t.cancelMore, t.cancelNow],
    postponed: [t.postponeTitle(number), t.postponeMore, t.postponeNow],
    'take-back': [t.takeBackTitle(number), t.takeBackMore, t.takeBackNow],
  }[asked];
  const answer = async () => {
    if (isBusy) return;
    setBusy(true);
    const isDone = await onAnswer(reason.trim() === '' ? null : reason.trim());
    if (isDone) writeTab(kept, null);
    setBusy(false);
  };
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
        <div role="alert" class="problem">
          {problem && problem.code !== 'cancelled' && (
            <p>{problemText(problem, consoleWords.value)}</p>
          )}
        </div>
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

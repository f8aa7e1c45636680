/** The dialog about conflicts, which shows both sides: the person takes theirs, mine, or decides for each conflict. */
import { useState } from 'preact/hooks';
import { dateLanguage } from '../../../shared/page/language.ts';
import { timeOfDay } from '../../../shared/times.ts';
import { words as shared } from '../../../shared/words/board.ts';
import { Dialog } from '../../components/dialog.tsx';
import { office } from '../../documents/office.ts';
import { frameWords } from '../../words/office-frame.ts';
import { sourceText } from '../race-names.ts';
import {
  authorText,
  type ChangeContext,
  propertyText,
  thingText,
  valueText,
} from './change-words.ts';
import { conflictTexts, type SideText } from './conflict-texts.ts';
import type { Conflict } from './conflicts.ts';
import { type Choice, choice, undoRefusal } from './write.ts';

/** The choice that a write waits for, if there is one; and why an undo was refused. */
export function ConflictDialogs() {
  const { document } = office.value;
  const words = frameWords.value;
  if (!document) return null;
  const context: ChangeContext = {
    ...{ words, document, decimalMark: shared.value.decimalMark, dateLanguage: dateLanguage() },
    source: (from) => sourceText(from, document, { word: words.conflict.removed }),
  };
  return (
    <>
      {choice.value && <ConflictDialog choice={choice.value} context={context} />}
      {undoRefusal.value && <UndoRefused context={context} />}
    </>
  );
}

function ConflictDialog({ choice, context }: { choice: Choice; context: ChangeContext }) {
  const { words } = context;
  const t = words.conflict;
  const { conflicts } = choice;
  const [kept, setKept] = useState<ReadonlySet<Conflict>>(new Set());
  const canKeep = conflicts.filter((conflict) => conflict.canKeep);
  const choose = (conflict: Conflict, isMine: boolean) =>
    setKept(new Set(conflicts.filter((each) => (each === conflict ? isMine : kept.has(each)))));
  const answer = (mine: ReadonlySet<Conflict>) =>
    choice.answer(conflicts.map((conflict) => ({ conflict, isMine: mine.has(conflict) })));
  return (
    <Dialog title={t.title} onCancel={() => choice.answer(undefined)}>
      <p>{t.intro}</p>
      <ul class="conflicts">
        {conflicts.map((conflict, index) => (
          <li key={`${index} ${conflict.kind}`}>
            <Sides
              conflict={conflict}
              name={`conflict-${index}`}
              isMine={kept.has(conflict)}
              onChoose={(isMine) => choose(conflict, isMine)}
              context={context}
            />
          </li>
        ))}
      </ul>
      <div class="actions">
        <button type="button" class="pill" onClick={() => answer(new Set())}>
          {t.allTheirs}
        </button>
        {canKeep.length > 0 && (
          <button type="button" class="pill" onClick={() => answer(new Set(canKeep))}>
            {t.allMine}
          </button>
        )}
        {canKeep.length > 0 && conflicts.length > 1 && (
          <button type="button" class="pill primary" onClick={() => answer(kept)}>
            {t.save}
          </button>
        )}
        <button type="button" class="pill" onClick={() => choice.answer(undefined)}>
          {t.goOn}
        </button>
      </div>
    </Dialog>
  );
}

interface SidesProps {
  conflict: Conflict;
  name: string;
  isMine: boolean;
  onChoose: (isMine: boolean) => void;
  context: ChangeContext;
}

function Sides({ conflict, name, isMine, onChoose, context }: SidesProps) {
  const { by, at, canKeep } = conflict;
  const when = timeOfDay(Date.parse(at), context.document.event.timezone);
  const { title, before, theirs, mine } = conflictTexts(conflict, context);
  const side = ({ label, text }: SideText, isChosen: boolean, choosesMine: boolean) => (
    <label class="tick">
      <input
        type="radio"
        name={name}
        checked={isChosen}
        disabled={choosesMine && !canKeep}
        onChange={() => onChoose(choosesMine)}
      />
      <span>
        <span class="quiet">{text === '' ? label : `${label}:`}</span> <b>{text}</b>
      </span>
    </label>
  );
  return (
    <fieldset>
      <legend>{title}</legend>
      <p class="quiet">
        {context.words.conflict.changedBy(authorText(by, context.words), when)}
        {before && ` · ${before}`}
      </p>
      {side(theirs, !isMine, false)}
      {side(mine, isMine, true)}
    </fieldset>
  );
}

/** The dialog of a refused undo. Nothing can be chosen: later changes have to be undone first. */
function UndoRefused({ context }: { context: ChangeContext }) {
  const { words, document } = context;
  const refusal = undoRefusal.value;
  const close = () => {
    undoRefusal.value = undefined;
  };
  return (
    <Dialog title={words.inTheWay} onCancel={close}>
      <p>{refusal?.text}</p>
      <ul class="bullets">
        {refusal?.changed.map((change) => (
          <li key={`${change.entryId} ${change.subject} ${change.id} ${change.position}`}>
            {thingText(change, context)}:{' '}
            {Object.entries(change.after ?? {})
              .map(
                ([property, value]) =>
                  `${propertyText(property, context)} ${valueText(property, value, context)}`,
              )
              .join(', ') || words.conflict.removed}{' '}
            <span class="quiet">
              {words.conflict.changedBy(
                authorText(change.by, words),
                timeOfDay(Date.parse(change.at), document.event.timezone),
              )}
            </span>
          </li>
        ))}
      </ul>
      <div class="actions">
        <button type="button" class="pill primary" onClick={close}>
          {words.conflict.goOn}
        </button>
      </div>
    </Dialog>
  );
}

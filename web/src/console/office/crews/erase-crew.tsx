/** Erases a crew's name: shows first what that would do, then asks for the name, because nothing undoes it. */
import { useEffect, useState } from 'preact/hooks';
import type { ErasedCrew, ErasurePreview } from '../../../../../src/contract/console/erasure.ts';
import type { OfficeCrew } from '../../../../../src/contract/console/office.ts';
import { call } from '../../api.ts';
import { CancelButton, Dialog } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { FormFrame } from '../../components/form-frame.tsx';
import { LeftInFiles } from '../../components/left-in-files.tsx';
import { Alert } from '../../components/page-parts.tsx';
import { announce } from '../../documents/announcements.ts';
import { noteOwnWrite, office, reloadOffice } from '../../documents/office.ts';
import { useForm } from '../../form.ts';
import { type Problem, problemText } from '../../problems.ts';
import { consoleWords } from '../../words/console.ts';
import { erasureWords } from '../../words/erasure.ts';
import { frameWords } from '../../words/office-frame.ts';
import { historyWords } from '../../words/office-history.ts';
import { refusedHere } from '../conflicts/write.ts';
import { placeLines } from './erased-places.ts';

/** Long, because the service rewrites its database for up to a minute after the name is erased. */
const PATIENCE_MILLIS = 120_000;

interface EraseCrewProps {
  eventId: number;
  crew: OfficeCrew;
}

export function EraseCrew({ eventId, crew }: EraseCrewProps) {
  const t = erasureWords.value.crew;
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <button
        type="button"
        class="pill"
        aria-label={`${t.open}: ${crew.name}`}
        onClick={() => setAsked(true)}
      >
        {t.open}
      </button>
      {isAsked && <EraseDialog eventId={eventId} crew={crew} onClose={() => setAsked(false)} />}
    </>
  );
}

function EraseDialog({ eventId, crew, onClose }: EraseCrewProps & { onClose: () => void }) {
  const t = erasureWords.value.crew;
  // The dialog keeps the old name: the crew has another one after the erasure.
  const [{ id: crewId, name }] = useState(crew);
  const [preview, setPreview] = useState<ErasurePreview>();
  const [problem, setProblem] = useState<Problem>();
  const [erased, setErased] = useState<ErasedCrew>();
  useEffect(() => {
    const body = { preview: true };
    void call('POST /events/{eventId}/crews/{crewId}/erase', {
      ...{ params: { eventId, crewId }, body },
    }).then((reply) => {
      if (!reply.problem) setPreview(reply.body);
      else if (reply.problem.code === 'cancelled') onClose();
      else setProblem(reply.problem);
    });
  }, [eventId, crewId]);
  return (
    <Dialog title={t.title(name)} onCancel={onClose}>
      {erased ? (
        <LeftInFiles files={erased} onClose={onClose} />
      ) : preview ? (
        <>
          <Preview preview={preview} />
          <Typed
            {...{ eventId, crewId, name, onClose }}
            onErased={(done) => {
              announce(t.done(done.name));
              // Stay open where an operator still has something to do, so that nobody misses it.
              if (done.rewritten) onClose();
              else setErased(done);
            }}
          />
        </>
      ) : (
        <Waiting problem={problem} onClose={onClose} />
      )}
    </Dialog>
  );
}

function Waiting({ problem, onClose }: { problem: Problem | undefined; onClose: () => void }) {
  const t = consoleWords.value;
  const words = { forbidden: erasureWords.value.crew.adminsOnly };
  return (
    <>
      <Alert texts={[problem && problemText(problem, t, words)]} />
      {!problem && <p class="quiet">{t.working}</p>}
      <div class="actions">
        <CancelButton onCancel={onClose} />
      </div>
    </>
  );
}

function Preview({ preview }: { preview: ErasurePreview }) {
  const t = erasureWords.value.crew;
  const { names, name, keys, backups } = preview;
  const words = {
    erasure: erasureWords.value,
    frame: frameWords.value,
    history: historyWords.value,
  };
  const { lines, more, entries } = placeLines(preview, {
    words,
    races: office.value.document?.races ?? [],
  });
  return (
    <>
      <p>{t.hint(name)}</p>
      {names.length > 1 && <p>{t.names(names.join(', '))}</p>}
      {keys.length > 0 && (
        <div class="attention">
          <p>{t.keys(keys.map(({ label }) => label).join(', '))}</p>
        </div>
      )}
      <h3>{t.places}</h3>
      <ul class="erased-places">
        {lines.map(({ where, text, stays }, index) => (
          <li key={`${index} ${where}`}>
            <span class="quiet">{where}</span> <span dir="auto">{text}</span>
            {stays && <span class="badge calm">{t.stays}</span>}
          </li>
        ))}
        {more > 0 && <li class="quiet">{t.more(more)}</li>}
        {entries > 0 && <li class="quiet">{t.entries(entries)}</li>}
      </ul>
      {lines.some(({ stays }) => stays) && <p class="quiet">{t.staysHint}</p>}
      {backups.length > 0 && <p>{t.backups(backups.length, backups[0] ?? '')}</p>}
    </>
  );
}

interface TypedProps {
  eventId: number;
  crewId: number;
  name: string;
  onErased: (erased: ErasedCrew) => void;
  onClose: () => void;
}

function Typed({ eventId, crewId, name, onErased, onClose }: TypedProps) {
  const t = erasureWords.value.crew;
  // The name is to be erased, so the tab does not store it either.
  const form = useForm({
    name: `erase ${eventId}/${crewId}`,
    initial: { confirm: '' },
    secrets: ['confirm'],
  });
  const submit = async ({ confirm }: { confirm: string }) => {
    if (confirm.trim() !== name) return refusedHere('confirm', t.notTheName);
    const reply = await noteOwnWrite(
      call('POST /events/{eventId}/crews/{crewId}/erase', {
        params: { eventId, crewId },
        body: { confirm: name },
        patienceMillis: PATIENCE_MILLIS,
      }),
    );
    if (!reply.problem) await reloadOffice();
    return reply;
  };
  return (
    <FormFrame
      form={form}
      submitText={t.now}
      onSubmit={submit}
      onDone={(erased) => {
        form.discard();
        onErased(erased);
      }}
      actions={<CancelButton onCancel={onClose} />}
    >
      <TextField
        form={form}
        name="confirm"
        label={t.confirm(name)}
        autocomplete="off"
        autocapitalize="off"
        spellcheck={false}
      />
    </FormFrame>
  );
}

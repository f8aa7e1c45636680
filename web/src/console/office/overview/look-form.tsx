/** The look of a regatta: its colour, links and sponsor in a form, its logo beside it, and a preview of all. */
import '../../styles/look.css';
import { type Dispatch, type StateUpdater, useState } from 'preact/hooks';
import type { ConsoleEvent } from '../../../../../src/contract/console/events.ts';
import { MAX_LOGO_BYTES } from '../../../../../src/contract/limits.ts';
import { changedLook, objectionToAccent, shadesOf } from '../../../../../src/domain/event/look.ts';
import { dataUrl } from '../../../shared/page/page.ts';
import { words } from '../../../shared/words/board.ts';
import { addressOf, call } from '../../api.ts';
import { CancelButton, Confirmation } from '../../components/dialog.tsx';
import { Below, fieldParts, Label, TextField } from '../../components/field.tsx';
import { FormFrame } from '../../components/form-frame.tsx';
import { Alert } from '../../components/page-parts.tsx';
import { announce } from '../../documents/announcements.ts';
import { reloadOffice, shownRevision } from '../../documents/office.ts';
import type { Values } from '../../drafts.ts';
import { type Form, useForm } from '../../form.ts';
import { type Problem, problemText } from '../../problems.ts';
import { consoleWords } from '../../words/console.ts';
import { lookWords } from '../../words/office-overview.ts';
import { leftOf } from '../conflicts/conflicts.ts';
import { asReply, writeOffice } from '../conflicts/write.ts';
import {
  ACCENT,
  labelOf,
  lookValues,
  lookWrite,
  movedUp,
  rowCount,
  SPONSOR,
  urlOfLink,
} from './look-values.ts';

/** The accent colour of pages whose regatta has none. */
const USUAL_ACCENT = '#00407a';

interface LookProps {
  event: ConsoleEvent;
  onClose: () => void;
}

export function EditLook({ event, onClose }: LookProps) {
  const t = consoleWords.value;
  const own = lookWords.value;
  const form = useForm({
    name: `look-${event.id}`,
    initial: lookValues(event),
    revision: shownRevision,
  });
  const [chosen, choose] = useState<ChosenLogo>();
  const params = { eventId: event.id };
  const save = () => {
    for (const [field, value] of Object.entries(movedUp(form.values.peek()))) {
      form.set(field, value);
    }
    const look = lookWrite(form.changedValues(), form.values.peek());
    const write = writeOffice('PATCH /events/{eventId}', {
      params,
      seen: form.seen(),
      body: ({ isDropped }) => {
        const left = leftOf(look, { subject: 'event' }, isDropped);
        return Object.keys(left).length === 0 ? undefined : { look: left };
      },
      mine: {
        valuesOf: ({ subject }) => (subject === 'event' ? { ...changedLook(look) } : undefined),
      },
    });
    return asReply(write);
  };
  const version = event.look?.logo;
  const stored = version
    ? `${addressOf('GET /events/{eventId}/logo', { params })}?v=${version}`
    : undefined;
  return (
    <section aria-labelledby="look">
      <h2 id="look">{own.title}</h2>
      <p class="quiet">{own.hint}</p>
      <FormFrame
        form={form}
        submitText={t.save}
        onSubmit={save}
        // What was sent no longer counts as typed; what was typed meanwhile stays.
        onDone={() => undefined}
        canDiscard
        actions={
          <button type="button" class="pill" onClick={onClose}>
            {t.close}
          </button>
        }
      >
        <AccentField form={form} />
        <TextField form={form} name={SPONSOR} label={own.sponsor} isOptional autocomplete="off" />
        <Links form={form} />
      </FormFrame>
      <Logo event={event} chosen={chosen} onChoose={choose} />
      <Preview event={event} form={form} logo={chosen?.address ?? stored} />
    </section>
  );
}

function AccentField({ form }: { form: Form<Values> }) {
  const own = lookWords.value;
  const { id, error, attributes } = fieldParts({
    form,
    name: ACCENT,
    label: own.accent,
    hint: own.accentHint,
  });
  const value = String(form.values.value[ACCENT]);
  return (
    <div class="field">
      <Label id={id} label={own.accent} isOptional />
      <div class="accent">
        <input
          {...attributes}
          type="text"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          value={value}
          onInput={({ currentTarget }) => form.set(ACCENT, currentTarget.value)}
        />
        <input
          type="color"
          aria-label={own.accent}
          value={objectionToAccent(value) === undefined ? value : USUAL_ACCENT}
          onInput={({ currentTarget }) => form.set(ACCENT, currentTarget.value)}
        />
      </div>
      {/* The only possible error is that the text is no colour. */}
      <Below id={id} error={error && own.accentHint} hint={error ? undefined : own.accentHint} />
    </div>
  );
}

function Links({ form }: { form: Form<Values> }) {
  const own = lookWords.value;
  const rows = Array.from({ length: rowCount(form.values.value) }, (_, row) => row);
  return (
    <fieldset class="field">
      <legend>{own.links}</legend>
      <div class="link-heads" aria-hidden="true">
        <span>{own.label}</span>
        <span>{own.address}</span>
      </div>
      {rows.map((row) => (
        <div key={row} class="link-row">
          <LinkInput form={form} name={labelOf(row)} label={`${own.label} ${row + 1}`} />
          <LinkInput form={form} name={urlOfLink(row)} label={`${own.address} ${row + 1}`} isUrl />
        </div>
      ))}
    </fieldset>
  );
}

interface LinkInputProps {
  form: Form<Values>;
  name: string;
  label: string;
  isUrl?: boolean;
}

function LinkInput({ form, name, label, isUrl = false }: LinkInputProps) {
  const { id, error, attributes } = fieldParts({ form, name, label });
  return (
    <div>
      <input
        {...attributes}
        // The types of the attributes do not allow a union of two `type` values.
        {...({ type: isUrl ? 'url' : 'text' } as { type: 'url' })}
        aria-label={label}
        autocomplete="off"
        value={String(form.values.value[name])}
        onInput={({ currentTarget }) => form.set(name, currentTarget.value)}
      />
      <Below id={id} error={error && isUrl ? lookWords.value.address : error} hint={undefined} />
    </div>
  );
}

/** A file that has not been sent yet. */
interface ChosenLogo {
  file: File;
  /** The picture as a data URL, because pages may load pictures only from their own address and from data URLs. */
  address: string;
}

interface LogoProps {
  event: ConsoleEvent;
  chosen: ChosenLogo | undefined;
  onChoose: Dispatch<StateUpdater<ChosenLogo | undefined>>;
}

/** The logo: a file is first shown in the preview, and sent when the person confirms. */
function Logo({ event, chosen, onChoose }: LogoProps) {
  const t = consoleWords.value;
  const own = lookWords.value;
  const [problem, setProblem] = useState('');
  const [isRemoving, remove] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const params = { eventId: event.id };
  const id = `logo-${event.id}`;
  const pick = async (file: File | undefined) => {
    const isTooLarge = file !== undefined && file.size > MAX_LOGO_BYTES;
    setProblem(isTooLarge ? own.logoHint : '');
    onChoose(file && !isTooLarge ? { file, address: await dataUrl(file) } : undefined);
  };
  const send = async (sent: ChosenLogo) => {
    if (isBusy) return;
    setBusy(true);
    const reply = await call('PUT /events/{eventId}/logo', { params, picture: sent.file });
    setBusy(false);
    setProblem(reply.problem ? logoProblem(reply.problem) : '');
    if (reply.problem) return;
    // The person may have chosen another file meanwhile.
    onChoose((now) => (now === sent ? undefined : now));
    await reloadOffice();
    announce(t.saved);
  };
  return (
    <div class="field">
      <h3>{own.logo}</h3>
      <Alert texts={[problem]} />
      <div class="actions">
        <span class="choose-files">
          <label class="pill" for={id}>
            {own.choose}
          </label>
          <input
            id={id}
            type="file"
            accept="image/png,image/svg+xml,.png,.svg"
            aria-describedby={`${id}-hint`}
            onChange={({ currentTarget }) => {
              void pick(currentTarget.files?.[0]);
              // Without this the same file, corrected meanwhile, could not be chosen again.
              currentTarget.value = '';
            }}
          />
        </span>
        {chosen && (
          <>
            <button
              type="button"
              class="pill primary"
              aria-disabled={isBusy}
              onClick={() => void send(chosen)}
            >
              {isBusy ? t.working : own.use}
            </button>
            <CancelButton onCancel={() => onChoose(undefined)} />
          </>
        )}
        {event.look?.logo && !chosen && (
          <button type="button" class="pill danger" onClick={() => remove(true)}>
            {own.remove}
          </button>
        )}
      </div>
      <p class="hint" id={`${id}-hint`}>
        {own.logoHint}
      </p>
      {isRemoving && (
        <Confirmation
          title={`${own.remove}?`}
          action={own.remove}
          perform={() => call('DELETE /events/{eventId}/logo', { params })}
          onDone={async () => {
            remove(false);
            await reloadOffice();
            announce(t.saved);
          }}
          onCancel={() => remove(false)}
        />
      )}
    </div>
  );
}

/** A refused picture is too large, or no picture; the hint says what is allowed. */
function logoProblem(problem: Problem): string {
  const isOfPicture = ['payload_too_large', 'validation_failed'].includes(problem.code);
  return isOfPicture ? lookWords.value.logoHint : problemText(problem, consoleWords.value);
}

interface PreviewProps {
  event: ConsoleEvent;
  form: Form<Values>;
  /** The URL of the logo; `undefined`: none. */
  logo: string | undefined;
}

/** The look as on the public pages, light and dark. */
function Preview({ event, form, logo }: PreviewProps) {
  const own = lookWords.value;
  const typed = String(form.values.value[ACCENT]).trim();
  const accent = objectionToAccent(typed) === undefined ? typed : undefined;
  const shades = shadesOf(accent ?? USUAL_ACCENT);
  return (
    <section aria-labelledby="look-preview">
      <h3 id="look-preview">{own.preview}</h3>
      <div class="look-previews">
        {(['light', 'dark'] as const).map((kind) => (
          <figure key={kind}>
            <div
              class={`look-preview ${kind}`}
              style={{ '--shade': shades[kind], '--line': accent ?? 'transparent' }}
            >
              {logo && <img class="event-logo" src={logo} alt={own.logo} />}
              <b>{event.name}</b>
              <span class="on">{words.value.now}</span>
              <span class="link">{words.value.toBoard}</span>
              <span>{String(form.values.value[SPONSOR])}</span>
            </div>
            <figcaption class="quiet">{own[kind]}</figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}

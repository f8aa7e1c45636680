/** Notices: a short text to everybody who follows, on the board until a chosen time (console, "Day"). */
import { useId } from 'preact/hooks';
import type { OfficeNotice } from '../../../../../src/contract/console/office.ts';
import { MAX_NOTICE_LENGTH } from '../../../../../src/contract/limits.ts';
import { dateLanguage } from '../../../shared/page/language.ts';
import { dayName, timeOfDay, venueDay } from '../../../shared/times.ts';
import { forgetRequestKey, requestKey } from '../../account/request-key.ts';
import { call } from '../../api.ts';
import { Below, fieldParts, Label, MomentField } from '../../components/field.tsx';
import { FormFrame } from '../../components/form-frame.tsx';
import { announce } from '../../documents/announcements.ts';
import { noteOwnWrite, reloadOffice, shownRevision } from '../../documents/office.ts';
import { type Form, useForm } from '../../form.ts';
import { problemText } from '../../problems.ts';
import { consoleWords } from '../../words/console.ts';
import { dayWords } from '../../words/office-day.ts';
import { refusedHere } from '../conflicts/write.ts';
import type { PartProps } from '../frame/parts.ts';
import { lengthOf, type NoticeForm, noticeBody, withProposed } from './day-decisions.ts';
import { focusField, useProposal } from './section-parts.tsx';

type NoticeProps = Pick<PartProps, 'eventId' | 'document'>;

export function NoticeSection({ eventId, document }: NoticeProps) {
  const t = dayWords.value.notice;
  const titleId = useId();
  const { notices, event, status, followers } = document;
  const form = useForm<NoticeForm>({
    name: `notice ${eventId}`,
    initial: { text: '', until: '' },
    revision: shownRevision,
  });
  // The command palette puts a text into the address: `?notice=Course closed`.
  useProposal('notice', (proposed) => {
    const filledIn = withProposed(form.values.peek().text, proposed);
    form.set('text', filledIn);
    if (filledIn !== proposed) announce(dayWords.peek().notice.bothStand);
    focusField(form, 'text');
  });
  const { text } = form.values.value;
  const post = async (values: NoticeForm) => {
    const body = noticeBody(values, event);
    if (body === 'no-such-time') return refusedHere('until', dayWords.peek().faults.noSuchTime);
    const idempotencyKey = requestKey(form.name, body);
    return noteOwnWrite(
      call('POST /events/{eventId}/notices', { params: { eventId }, body, idempotencyKey }),
    );
  };
  const onDone = () => {
    forgetRequestKey(form.name);
    void reloadOffice();
    announce(t.posted);
  };
  return (
    <section class="columns" aria-labelledby={titleId}>
      <div>
        <h2 id={titleId}>{t.title}</h2>
        <p class="quiet">{t.hint}</p>
        {status === 'published' || event.announced ? (
          <FormFrame
            form={form}
            isQuiet
            submitText={t.post}
            onSubmit={post}
            onDone={onDone}
            canDiscard
          >
            <TextArea form={form} />
            <MomentField form={form} name="until" label={t.until} hint={t.untilHint} />
            {text.trim() !== '' && (
              <div class="message">
                <p class="quiet">{t.seenAs}</p>
                <p>
                  <b>{event.name}</b>
                  <span class="block">{text.trim()}</span>
                </p>
                <p class="quiet">{t.sentTo(followers)}</p>
              </div>
            )}
          </FormFrame>
        ) : (
          <p>{t.draft}</p>
        )}
      </div>
      <div>
        <h3>{t.list}</h3>
        {notices.length === 0 && <p class="quiet">{t.none}</p>}
        <ul class="rows notices">
          {notices.map((notice) => (
            <NoticeRow
              key={notice.id}
              eventId={eventId}
              notice={notice}
              timezone={event.timezone}
            />
          ))}
        </ul>
      </div>
    </section>
  );
}

function TextArea({ form }: { form: Form<NoticeForm> }) {
  const t = dayWords.value.notice;
  const left = MAX_NOTICE_LENGTH - lengthOf(form.values.value.text);
  const counter = <span class={left < 0 ? 'warning' : undefined}>{t.left(left)}</span>;
  const { id, error, attributes } = fieldParts({
    form,
    name: 'text',
    label: t.text,
    hint: counter,
  });
  return (
    <div class="field">
      <Label id={id} label={t.text} />
      <textarea
        {...attributes}
        rows={3}
        value={form.values.value.text}
        onInput={({ currentTarget: { value } }) => form.set('text', value)}
      />
      <Below id={id} error={error} hint={counter} />
    </div>
  );
}

interface NoticeRowProps {
  eventId: number;
  notice: OfficeNotice;
  timezone: string | null;
}

function NoticeRow({ eventId, notice, timezone }: NoticeRowProps) {
  const t = dayWords.value.notice;
  const { id, text, postedAt, until } = notice;
  const takeBack = async () => {
    const { problem } = await noteOwnWrite(
      call('DELETE /events/{eventId}/notices/{noticeId}', { params: { eventId, noticeId: id } }),
    );
    // A notice that somebody else has taken back is taken back, too.
    if (problem && problem.code !== 'not_found')
      announce(problemText(problem, consoleWords.peek()));
    else announce(t.takenBack);
    void reloadOffice();
  };
  return (
    <li class="row-item">
      <div>
        <p>{text}</p>
        <p class="quiet">{t.from(momentAt(postedAt, timezone), momentAt(until, timezone))}</p>
      </div>
      <button type="button" class="pill" onClick={() => void takeBack()}>
        {t.takeBack}
        <span class="vh">: {text}</span>
      </button>
    </li>
  );
}

/** Day and time at the venue; midnight is written as 24:00 of the day that ends. */
function momentAt(at: string, timezone: string | null): string {
  const instant = Date.parse(at);
  const time = timeOfDay(instant, timezone);
  if (time !== '00:00')
    return `${dayName(venueDay(instant, timezone), dateLanguage(), 'short')}, ${time}`;
  return `${dayName(venueDay(instant - 1, timezone), dateLanguage(), 'short')}, 24:00`;
}

/** Webhooks of a regatta: adding one, with its secret shown once; testing, switching off and on, removing; deliveries. */
import { useState } from 'preact/hooks';
import type { MadeWebhook, Webhook, WebhookKind } from '../../../../../src/contract/webhooks.ts';
import { readerTimeText } from '../../../shared/moment-text.ts';
import { call, type Reply } from '../../api.ts';
import { CopyField } from '../../components/copy-field.tsx';
import { Confirmation } from '../../components/dialog.tsx';
import { TextField } from '../../components/field.tsx';
import { FormFrame } from '../../components/form-frame.tsx';
import { Alert, Arrived, FocusedHeading } from '../../components/page-parts.tsx';
import { announce } from '../../documents/announcements.ts';
import { useDocument } from '../../documents/documents.ts';
import { useForm } from '../../form.ts';
import { problemText } from '../../problems.ts';
import { consoleWords } from '../../words/console.ts';
import { webhooksWords } from '../../words/office-hand-outs.ts';
import { Deliveries, RowButton } from './webhook-deliveries.tsx';

/** All kinds, taken from the words for them, because importing the contract would load its schemas. */
const WEBHOOK_KINDS = Object.keys(webhooksWords.value.kindOf) as WebhookKind[];

interface OfEvent {
  eventId: number;
}

export function Webhooks({ eventId }: OfEvent) {
  const t = webhooksWords.value;
  const list = useDocument('GET /events/{eventId}/webhooks', { params: { eventId } });
  const [made, setMade] = useState<MadeWebhook>();
  return (
    <>
      <p class="quiet">{t.hint}</p>
      {made && (
        <div class="made">
          <FocusedHeading>{t.made}</FocusedHeading>
          <CopyField label={t.secret} text={made.secret} />
          <div class="actions">
            <button type="button" class="pill" onClick={() => setMade(undefined)}>
              {t.kept}
            </button>
          </div>
        </div>
      )}
      <Arrived of={list}>
        {({ webhooks }) => (
          <>
            {webhooks.length === 0 && <p>{t.none}</p>}
            <ul class="rows">
              {webhooks.map((webhook) => (
                <WebhookRow
                  key={webhook.id}
                  eventId={eventId}
                  webhook={webhook}
                  onChange={list.reload}
                />
              ))}
            </ul>
          </>
        )}
      </Arrived>
      <details class="more">
        <summary>{t.add}</summary>
        <NewWebhook
          eventId={eventId}
          onMade={(webhook) => {
            setMade(webhook);
            void list.reload();
          }}
        />
      </details>
    </>
  );
}

function NewWebhook({ eventId, onMade }: OfEvent & { onMade: (made: MadeWebhook) => void }) {
  const t = webhooksWords.value;
  const form = useForm({
    name: `webhook ${eventId}`,
    initial: { label: '', url: '', kinds: WEBHOOK_KINDS.join(' ') },
    words: { conflict: t.tooMany },
  });
  const kinds = chosenOf(form.values.value.kinds);
  return (
    <FormFrame
      form={form}
      label={t.add}
      submitText={t.add}
      isQuiet
      onSubmit={({ label, url }) =>
        call('POST /events/{eventId}/webhooks', {
          params: { eventId },
          body: { label, url: url.trim(), kinds },
        })
      }
      onDone={onMade}
    >
      <TextField form={form} name="label" label={t.label} />
      <TextField
        form={form}
        name="url"
        label={t.url}
        hint={t.urlHint}
        wrong={t.wrongUrl}
        autocapitalize="off"
        spellcheck={false}
      />
      <Kinds kinds={kinds} onChange={(chosen) => form.set('kinds', chosen.join(' '))} />
    </FormFrame>
  );
}

function chosenOf(text: string): WebhookKind[] {
  const chosen = text.split(' ');
  return WEBHOOK_KINDS.filter((kind) => chosen.includes(kind));
}

interface KindsProps {
  kinds: readonly WebhookKind[];
  onChange: (kinds: WebhookKind[]) => void;
}

function Kinds({ kinds, onChange }: KindsProps) {
  const t = webhooksWords.value;
  const toggle = (kind: WebhookKind) =>
    onChange(WEBHOOK_KINDS.filter((other) => kinds.includes(other) !== (other === kind)));
  return (
    <fieldset class="field">
      <legend>{t.kinds}</legend>
      {WEBHOOK_KINDS.map((kind) => (
        <label class="tick" key={kind}>
          <input type="checkbox" checked={kinds.includes(kind)} onChange={() => toggle(kind)} />
          <span>{t.kindOf[kind]}</span>
        </label>
      ))}
      {kinds.length === 0 && <p class="error">{t.needsKind}</p>}
    </fieldset>
  );
}

interface RowProps extends OfEvent {
  webhook: Webhook;
  onChange: () => Promise<void>;
}

type Opened = 'edit' | 'deliveries' | 'remove';

function WebhookRow({ eventId, webhook, onChange }: RowProps) {
  const t = webhooksWords.value;
  const { id, label, url, enabled } = webhook;
  const [opened, open] = useState<Opened>();
  const [problem, setProblem] = useState('');
  const params = { eventId, webhookId: id };
  const toggle = (which: Opened) => open(opened === which ? undefined : which);
  const perform = async (reply: Promise<Reply<unknown>>, said?: string) => {
    const { problem: found } = await reply;
    const words = { conflict: t.isSwitchedOff };
    setProblem(found ? problemText(found, consoleWords.value, words) : '');
    if (!found && said) announce(said);
    await onChange();
  };
  return (
    <li class="webhook">
      <div class="row-item">
        <div>
          <b>{label}</b>
          <span class="quiet block">
            <code>{url}</code>
          </span>
          <span class="quiet block">{stateText(webhook)}</span>
        </div>
        <div class="row-actions">
          {enabled && (
            <RowButton
              label={label}
              text={t.test}
              onClick={() =>
                perform(
                  call('POST /events/{eventId}/webhooks/{webhookId}/test', { params }),
                  t.tested(label),
                )
              }
            />
          )}
          <RowButton
            label={label}
            text={opened === 'deliveries' ? t.hide : t.deliveries}
            onClick={() => toggle('deliveries')}
          />
          <RowButton label={label} text={t.edit} onClick={() => toggle('edit')} />
          <RowButton
            label={label}
            text={enabled ? t.switchOff : t.switchOn}
            onClick={() =>
              perform(
                call('PATCH /events/{eventId}/webhooks/{webhookId}', {
                  params,
                  body: { enabled: !enabled },
                }),
              )
            }
          />
          <RowButton
            label={label}
            text={consoleWords.value.remove}
            onClick={() => toggle('remove')}
          />
        </div>
      </div>
      <Alert texts={[problem]} />
      {opened === 'deliveries' && <Deliveries eventId={eventId} webhookId={id} />}
      {opened === 'edit' && (
        <EditWebhook
          eventId={eventId}
          webhook={webhook}
          onDone={() => {
            open(undefined);
            void onChange();
          }}
        />
      )}
      {opened === 'remove' && (
        <Confirmation
          title={t.removeTitle(label)}
          action={consoleWords.value.remove}
          perform={() => call('DELETE /events/{eventId}/webhooks/{webhookId}', { params })}
          onDone={() => {
            announce(t.removed(label));
            open(undefined);
            void onChange();
          }}
          onCancel={() => open(undefined)}
        >
          <p>{t.removeHint}</p>
        </Confirmation>
      )}
    </li>
  );
}

function stateText({ enabled, failingSince, lastStatus }: Webhook): string {
  const t = webhooksWords.value;
  const parts = [
    !enabled && t.isOff,
    failingSince && t.failingSince(readerTimeText(failingSince)),
    lastStatus === null ? t.notYet : t.lastStatus(lastStatus),
  ];
  return parts.filter(Boolean).join(' · ');
}

function EditWebhook({ eventId, webhook, onDone }: OfEvent & { webhook: Webhook; onDone(): void }) {
  const { id, label, kinds } = webhook;
  const t = webhooksWords.value;
  const form = useForm({ name: `webhook ${id} edit`, initial: { label, kinds: kinds.join(' ') } });
  const chosen = chosenOf(form.values.value.kinds);
  return (
    <FormFrame
      form={form}
      label={`${t.edit}: ${label}`}
      submitText={consoleWords.value.save}
      canDiscard
      onSubmit={({ label: called }) =>
        call('PATCH /events/{eventId}/webhooks/{webhookId}', {
          params: { eventId, webhookId: id },
          body: { label: called, kinds: chosen },
        })
      }
      onDone={onDone}
    >
      <TextField form={form} name="label" label={t.label} />
      <Kinds kinds={chosen} onChange={(next) => form.set('kinds', next.join(' '))} />
    </FormFrame>
  );
}

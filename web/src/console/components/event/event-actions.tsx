/** What can be done with a regatta as a whole: archive, remove, trial or real. */
import { useState } from 'preact/hooks';
import type { ConsoleEvent, EventPatch } from '../../../../../src/contract/console/events.ts';
import { announce } from '../../documents/announcements.ts';
import { call } from '../../api.ts';
import { consoleUrl, goTo } from '../../place.ts';
import { consoleWords } from '../../words/console.ts';
import { Confirmation } from '../confirmation.tsx';

interface EventActionsProps {
  event: ConsoleEvent;
  onChange: (event: ConsoleEvent) => void;
}

type Asked = { kind: 'remove' } | { kind: 'patch'; patch: EventPatch; title: string; hint: string };

export function EventActions({ event, onChange }: EventActionsProps) {
  const t = consoleWords.value;
  const [asked, ask] = useState<Asked>();
  const { trial, archived, wasPublished } = event;
  const offer = (patch: EventPatch, title: string, hint: string) => (
    <button type="button" class="pill" onClick={() => ask({ kind: 'patch', patch, title, hint })}>
      {title}
    </button>
  );
  return (
    <>
      {trial && offer({ trial: false }, t.event.makeReal, t.event.makeRealHint)}
      {!trial && !wasPublished && offer({ trial: true }, t.event.makeTrial, t.event.trialHint)}
      {archived
        ? offer({ archived: false }, t.event.unarchive, '')
        : offer({ archived: true }, t.event.archive, t.event.archiveHint)}
      {(trial || !wasPublished) && (
        <button type="button" class="pill danger" onClick={() => ask({ kind: 'remove' })}>
          {t.event.remove}
        </button>
      )}
      {asked?.kind === 'remove' && <RemoveEvent event={event} onCancel={() => ask(undefined)} />}
      {asked?.kind === 'patch' && (
        <Confirmation
          title={`${event.name}: ${asked.title}`}
          action={asked.title}
          isDangerous={false}
          perform={() =>
            call('PATCH /events/{eventId}', { params: { eventId: event.id }, body: asked.patch })
          }
          onDone={(changed) => {
            ask(undefined);
            onChange(changed);
            announce(t.saved);
          }}
          onCancel={() => ask(undefined)}
        >
          <p>{asked.hint}</p>
        </Confirmation>
      )}
    </>
  );
}

function RemoveEvent({ event, onCancel }: { event: ConsoleEvent; onCancel: () => void }) {
  const t = consoleWords.value;
  return (
    <Confirmation
      title={t.event.removeTitle}
      action={t.event.remove}
      perform={() => call('DELETE /events/{eventId}', { params: { eventId: event.id } })}
      onDone={() => {
        announce(t.event.removed(event.name));
        goTo(consoleUrl(), true);
      }}
      onCancel={onCancel}
    >
      <p>
        <b>{event.name}</b>. {t.event.removeHint}
      </p>
    </Confirmation>
  );
}

/** A club: who is in it, who may come in. */
import { useState } from 'preact/hooks';
import type { Club, Member } from '../../../../src/contract/console/clubs.ts';
import { announce } from '../documents/announcements.ts';
import { call } from '../api.ts';
import { Invitations } from '../components/club/invitations.tsx';
import { Members } from '../components/club/members.tsx';
import { Confirmation } from '../components/confirmation.tsx';
import { TextField } from '../components/field.tsx';
import { FormFrame } from '../components/form-frame.tsx';
import { PageHeading } from '../components/headings.tsx';
import { HistoryList } from '../components/history-list.tsx';
import { Arrived, MissingPage } from '../components/loading.tsx';
import { type Loaded, useDocument } from '../documents/documents.ts';
import { useForm } from '../form.ts';
import { mayManageClub } from '../account/permissions.ts';
import { consoleUrl, goTo } from '../place.ts';
import { person } from '../account/session.ts';
import { consoleWords } from '../words/console.ts';

export function ClubPage({ clubId }: { clubId: number }) {
  const t = consoleWords.value;
  const club = useDocument('GET /clubs/{clubId}', { params: { clubId } });
  if (club.problem?.code === 'not_found') return <MissingPage />;
  const { name, role } = club.body ?? {};
  return (
    <>
      <PageHeading title={name ?? t.club}>
        <p class="quiet">{role ? t.roles[role] : club.body && t.noRole}</p>
      </PageHeading>
      <Arrived of={club}>{(shown) => <Parts club={shown} loaded={club} />}</Arrived>
    </>
  );
}

function Parts({ club, loaded }: { club: Club; loaded: Loaded<Club> }) {
  const t = consoleWords.value;
  const mayManage = mayManageClub(club);
  const own = club.members.find(({ userId }) => userId === person.value?.id);
  return (
    <>
      <Members club={club} loaded={loaded} mayManage={mayManage} />
      {mayManage && <Invitations club={club} />}
      {mayManage && <Rename club={club} loaded={loaded} />}
      {mayManage && (
        <HistoryList
          title={t.clubPage.history}
          ask={(before) =>
            call('GET /clubs/{clubId}/history', { params: { clubId: club.id }, query: { before } })
          }
        />
      )}
      {own && <Leave club={club} own={own} />}
    </>
  );
}

function Rename({ club, loaded }: { club: Club; loaded: Loaded<Club> }) {
  const t = consoleWords.value;
  const form = useForm({ name: `rename-club-${club.id}`, initial: { name: club.name } });
  return (
    <details class="more" open={form.isChanged.value}>
      <summary>{t.clubPage.rename}</summary>
      <FormFrame
        form={form}
        isQuiet
        submitText={t.save}
        canDiscard
        onSubmit={({ name }) =>
          call('PATCH /clubs/{clubId}', { params: { clubId: club.id }, body: { name } })
        }
        onDone={() => {
          loaded.replace({ ...club, name: form.values.value.name });
          announce(t.saved);
          void loaded.reload();
        }}
      >
        <TextField form={form} name="name" label={t.name} autocomplete="organization" />
      </FormFrame>
    </details>
  );
}

function Leave({ club, own }: { club: Club; own: Member }) {
  const t = consoleWords.value;
  const [isAsked, ask] = useState(false);
  return (
    <div class="actions end">
      <button type="button" class="pill danger" onClick={() => ask(true)}>
        {t.clubPage.leave}
      </button>
      {isAsked && (
        <Confirmation
          title={t.clubPage.leaveTitle(club.name)}
          action={t.clubPage.leave}
          words={{ conflict: t.problems.lastAdmin }}
          perform={() =>
            call('DELETE /clubs/{clubId}/members/{userId}', {
              params: { clubId: club.id, userId: own.userId },
            })
          }
          onDone={() => {
            announce(t.clubPage.left(club.name));
            goTo(consoleUrl(), true);
          }}
          onCancel={() => ask(false)}
        >
          <p>{t.clubPage.leaveHint}</p>
        </Confirmation>
      )}
    </div>
  );
}

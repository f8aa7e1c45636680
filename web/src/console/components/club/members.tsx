/** The members of a club, and their roles. */
import { useState } from 'preact/hooks';
import type { Club, Member } from '../../../../../src/contract/console/clubs.ts';
import type { Role } from '../../../../../src/contract/console/fields.ts';
import { ROLES } from '../../../../../src/domain/accounts/roles.ts';
import { announce } from '../../documents/announcements.ts';
import { call } from '../../api.ts';
import type { Loaded } from '../../documents/documents.ts';
import { problemText } from '../../problems.ts';
import { person } from '../../account/session.ts';
import { consoleWords } from '../../words/console.ts';
import { Confirmation } from '../confirmation.tsx';

interface MembersProps {
  club: Club;
  loaded: Loaded<Club>;
  mayManage: boolean;
}

export function Members({ club, loaded, mayManage }: MembersProps) {
  const t = consoleWords.value;
  const [removed, setRemoved] = useState<Member>();
  return (
    <section aria-labelledby="members">
      <h2 id="members">{t.clubPage.members}</h2>
      <ul class="rows">
        {club.members.map((member) => (
          <li key={member.userId} class="row-item">
            <div>
              <b>{member.name}</b>{' '}
              {member.userId === person.value?.id && <span class="badge">{t.clubPage.you}</span>}
              {member.email && <span class="quiet block">{member.email}</span>}
            </div>
            {mayManage ? (
              <div class="row-actions">
                <RoleChoice club={club} member={member} onChange={loaded.reload} />
                {member.userId !== person.value?.id && (
                  <button
                    type="button"
                    class="pill"
                    aria-label={t.clubPage.removeOf(member.name)}
                    onClick={() => setRemoved(member)}
                  >
                    {t.remove}
                  </button>
                )}
              </div>
            ) : (
              <span class="quiet">{t.roles[member.role]}</span>
            )}
          </li>
        ))}
      </ul>
      {removed && (
        <Confirmation
          title={t.clubPage.removeTitle(removed.name)}
          action={t.remove}
          words={{ conflict: t.problems.lastAdmin }}
          perform={() =>
            call('DELETE /clubs/{clubId}/members/{userId}', {
              params: { clubId: club.id, userId: removed.userId },
            })
          }
          onDone={() => {
            setRemoved(undefined);
            announce(t.clubPage.removed(removed.name));
            void loaded.reload();
          }}
          onCancel={() => setRemoved(undefined)}
        >
          <p>{t.clubPage.removeHint}</p>
        </Confirmation>
      )}
    </section>
  );
}

interface RoleChoiceProps {
  club: Club;
  member: Member;
  onChange: () => Promise<void>;
}

/** Saves at once; where that is refused, it says why and shows the role as it is. */
function RoleChoice({ club, member, onChange }: RoleChoiceProps) {
  const t = consoleWords.value;
  const [chosen, choose] = useState<Role>();
  const [problem, setProblem] = useState('');
  const save = async (role: Role) => {
    choose(role);
    const reply = await call('PUT /clubs/{clubId}/members/{userId}', {
      params: { clubId: club.id, userId: member.userId },
      body: { role },
    });
    setProblem(
      reply.problem ? problemText(reply.problem, t, { conflict: t.problems.lastAdmin }) : '',
    );
    if (!reply.problem) announce(t.clubPage.roleSaved(member.name, t.roles[role]));
    await onChange();
    choose(undefined);
  };
  return (
    <>
      <select
        aria-label={t.clubPage.roleOf(member.name)}
        value={chosen ?? member.role}
        disabled={chosen !== undefined}
        onChange={({ currentTarget: { value } }) => void save(value as Role)}
      >
        {ROLES.map((role) => (
          <option key={role} value={role} selected={role === (chosen ?? member.role)}>
            {t.roles[role]}
          </option>
        ))}
      </select>
      <div role="alert" class="problem small">
        {problem && <p>{problem}</p>}
      </div>
    </>
  );
}

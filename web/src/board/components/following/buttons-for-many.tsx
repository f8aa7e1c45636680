/** The buttons that follow a whole club, or all that the search has found. */
import { Star } from '../../../shared/components/icons.tsx';
import { laterWords } from '../../../shared/words/later.ts';
import { follow, follows, toggle } from '../../following/follows.ts';
import { following } from './buttons.tsx';

/** Every crew of the club, also one that is added later. */
export function FollowClub({
  eventId,
  club,
  name,
}: {
  eventId: number;
  club: string;
  name: string;
}) {
  const isOn = follows.value.clubs.includes(club);
  return (
    <button type="button" class="pill" {...following(eventId, isOn, () => toggle('clubs', club))}>
      <Star filled={isOn} /> {laterWords.value.wholeClub} <span class="vh">{name}</span>
    </button>
  );
}

interface FollowFoundProps {
  eventId: number;
  kind: 'crews' | 'races';
  ids: readonly number[];
}

/** All that the search has found, together. */
export function FollowFound({ eventId, kind, ids }: FollowFoundProps) {
  const own = new Set(follows.value[kind]);
  const isOn = ids.every((id) => own.has(id));
  const t = laterWords.value;
  return (
    <button
      type="button"
      class="pill"
      {...following(eventId, isOn, () => follow(kind, ids, !isOn))}
    >
      <Star filled={isOn} /> {kind === 'crews' ? t.allCrews(ids.length) : t.allRaces(ids.length)}
    </button>
  );
}

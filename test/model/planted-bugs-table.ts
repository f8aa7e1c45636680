/**
 * Bugs that a tired engineer could make, by the test that has to catch them. `planted-bugs.ts` plants them one by one and
 * checks that the test does; `place-of-bug.ts` describes how their places are found.
 */
// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are pieces of source.

/**
 * `inside` is the name of the function, method or constant around the code; `code` is a pattern of its syntax, in which `$row`
 * matches any piece of code; `unseen` says why the bug cannot be seen through the API, and is left out for all bugs that must
 * be caught.
 */
export type PlantedBug = [
  name: string,
  inside: string,
  code: string,
  becomes: string,
  unseen?: string,
];

// biome-ignore format: one bug a line
const OF_LOCKSTEP: PlantedBug[] = [
  // Results
  ['no place is skipped after a tie', 'placesBy', '$places.set($value, $index + 1)', '$places.set($value, $places.size + 1)'],
  ['totals are sorted as texts', 'placesBy', '$totals.sort($byNumber)', '$totals.sort()'],
  ['a penalty does not count', 'totalMillis', '$time + $penalty', '$time'],
  ['a lane that did not finish has a place', 'totalMillis', "$lane.status !== 'finished'", "$lane.status === 'dns'"],
  ['times show in a race that is placesOnly by now', 'shownResults', '({ ...$lane, finishTimeMillis: null, finishPlace })', '{ ...$lane, finishPlace }'],
  ['a place given by hand shows in a timed race', 'shownResults', '({ ...$lane, finishPlace: $place($total ?? null) })', '{ ...$lane, finishPlace: $place($total ?? null) ?? $lane.finishPlace }'],
  ['a time survives the result of a placesOnly race', 'planResults', '$result.finishTimeMillis ?? null', "resultMode === 'timed' ? ($result.finishTimeMillis ?? null) : lane.finishTimeMillis"],
  ['an omitted penalty is kept', 'planResults', '$result.penaltyMillis ?? null', '$result.penaltyMillis ?? lane.penaltyMillis'],
  ['a result is taken back with a time of zero', 'judgeTakenBack', '$result[$property] != null', '$result[$property]'],
  ["null in the other mode's field is a contradiction", 'modeViolations', '$result[$foreign] == null', '$result[$foreign] === undefined'],
  ['unknown lanes are counted among themselves', 'missingLanes', '$payload.flatMap($violation)', '$payload.filter((lane) => !positions.has(lane.position)).flatMap($violation)'],
  // Races and crews that are pushed
  ['a push without a mode sets it back', 'changedRace', 'sentOrStored($write.resultMode, $kept.resultMode)', 'sentOrStored($write.resultMode, defaultResultMode)'],
  ['notes that are left out are cleared', 'changedRace', 'sentOrStored($write.notes, $kept.notes)', '$write.notes ?? null'],
  ['a taken number is told before a missing time', 'planRaces', 'if ($violations.length > 0) return $invalid; return $taken ?? $steps;', 'if ($violations.length > 0 && !$taken) return $invalid; return $taken ?? $steps;'],
  ['null does not clear a club id', 'planTeams', 'sentOrStored($write.clubId, $kept)', '$write.clubId ?? $kept'],
  ['a crew is no longer adopted at its next push', 'planTeams', '$isNow || ($row?.adopted ?? false)', '$isNow'],
  ['a new crew comes after the one before it', 'planTeams', 'Math.max($last ?? $order, $order)', '$order'],
  ['a new crew never comes before zero', 'highestSortOrder', '$highest ?? $order', '$highest ?? 0'],
  ['the last sortOrder has a next one', 'orderAfter', 'Math.min($next, MAX_INTEGER)', 'Math.min($next, MAX_INTEGER + 1)'],
  ['a row that somebody holds is adopted', 'matchRows', '$held.set($row.externalId, $row)', '$held.set($row.externalId, $row) && unclaimed.set(keyOf($row), $row)'],
  ['an adopted row is called matched', 'matchRows', "'adopted'", "'matched'"],
  ['uniqueness is judged before the payload is applied', 'findCollisions', '$matches.map(($match) => $match.row)', '$matches.map(({ row, write }) => (row && keyOf(row) === keyOf(write) ? row : null))'],
  ['rows entered by hand hold no name or number', 'findCollisions', '!$touched.has($row)', '!$touched.has($row) && $row.externalId !== null'],
  // Draws, the day and history
  ['a crew in two lanes is told before an unknown one', 'planDraw', '$unknown.length > 0', '$unknown.length > 0 && new Set(payload.map((lane) => lane.teamExternalId ?? Symbol())).size === payload.length'],
  ['a lane that the draw empties counts as left out', 'findCrewLeftBehind', 'new Set($drawn.map($position))', 'new Set($drawn.flatMap(({ position, team }) => (team ? position : [])))'],
  ['a crew may be left behind in a lane further out', 'findCrewLeftBehind', '$target !== undefined', '$target !== undefined && $target > position'],
  ['a result goes when another crew comes into its lane', 'redrawnLane', '$wasThere && $before.team !== null && $lane.team === null', '$wasThere && $before.team !== null && $before.team.id !== $lane.team?.id'],
  ['an omitted label is kept', 'redrawnLane', '({ ...NO_RESULT, ...$empty, ...$kept, ...$lane, from })', '{ ...NO_RESULT, ...$empty, ...$kept, ...$lane, from, positionLabel: $lane.positionLabel ?? before?.positionLabel ?? null }'],
  ['lanes are answered in the order of the payload', 'planLanes', '$lanes.sort($byPosition)', '$lanes'],
  ["a short scheme of the race hides the schedule's", 'positionLabel', '$label ?? $ofRace?.[$index] ?? $ofSchedule?.[$index]', '$label ?? ($ofRace ?? $ofSchedule)?.[$index]'],
  ['days are counted in the zone of the machine', 'formatOfZone', '({ ...$options, timeZone })', '$options'],
  ['a longer lane scheme is no change', 'isSame', 'JSON.stringify($a) === JSON.stringify($b)', 'Array.isArray($a) && Array.isArray($b) && $a.every((item, index) => item === $b[index])'],
  // What crosses the wire
  ['names are trimmed of what JavaScript calls white space', 'asStored', 'isTrimmed($format) ? trimWhiteSpace($text) : $text', "$format === 'crew-name' ? $text.trim() : $text"],
  ['names are not normalised', 'asStored', '(isTrimmed($format) ? $trimmed : $text).normalize($form)', 'isTrimmed($format) ? $trimmed : $text.normalize($form)'],
  ['ids are normalised', 'asStored', "$format === 'external-id' || $isOther", '$isOther'],
  ['lengths are judged before the text is normalised', 'text', 'textObjection($schema, $text)', 'textObjection($schema, value)'],
  ['lengths count UTF-16 units', 'lengthObjection', 'for (const $each of $text) $count++;', '$count = $text.length;'],
  ['a text beyond the basic plane is too long at its limit', 'lengthObjection', '$count > $limit', '$count >= $limit'],
  ['a misspelt property is ignored', 'object', '$spelling.misspelt($properties, $sent)', '$spelling.misspelt($properties, {})'],
  ['exchanged letters are two typing errors, and one more is too many', 'typingErrors', 'Math.min($errors, $before + 1)', 'Math.min($errors, $before + 2)'],
  ['a lane scheme may have 101 labels', 'MAX_LANE_SCHEME_ITEMS', '100', '101'],
  ['a label of the scheme may be empty', 'laneScheme', 'positionLabel()', 'text(MAX_POSITION_LABEL_LENGTH)'],
  ['a day cannot run a whole day early', 'DelayWrite', '-MAX_DELAY_MINUTES', '1 - MAX_DELAY_MINUTES'],
  ['half a second is five milliseconds', 'fractionMillis', "$digits.padEnd(3, '0')", '$digits'],
  ['repeated names of crews are not looked for', 'API_HANDLERS', "repeats<$Write>($id, 'name')", 'repeats<$Write>($id)'],
  // Operations and what a schedule shows
  ['a crew that is drawn nowhere moves updatedAt', 'shownInSchedule', '$races.size > 0', '$races.size >= 0'],
  ["a renamed crew's races are not marked", 'shownInSchedule', '[...$races.flatMap($id), ...$renamed, ...$redrawn]', '[...$races.flatMap($id), ...[...$renamed].slice(1), ...$redrawn]'],
  ['races are marked with the revision before', 'writeDifference', 'writeRows($tx, $write, $next.rowRevision)', 'writeRows($tx, $write, schedule.rowRevision)'],
  ['a pushed race that did not change has no outcome', 'pushRaces', 'new Map($steps.map($outcome))', 'new Map($steps.filter(({ before, after }) => before?.title !== after.title || before.scheduledAt !== after.scheduledAt).map($outcome))'],
  ['what nobody can see moves updatedAt', 'racesWithShownLanes', 'reads($was, $race) !== reads($is, $race)', "reads($was, $race) !== ''"],
  ['the day of a race is that of its estimate', 'setDelay', 'venueDay($at, $zone) === $day', 'venueDay($at + delayMinutes * 60_000, $zone) === $day'],
  ['no delay on a day without delay is a change', 'setDelay', 'withDelay($rows, $day, $delay)', 'withDelay($rows, $day, delayMinutes === 0 ? { ...$delay, until: 0 } : $delay)'],
  ['an existing schedule takes the settings that were sent', 'createSchedule', '({ after: $rows, result: { isNew: false } })', '{ after: { schedule: { ...$rows.schedule, ...said(settings) } }, result: { isNew: false } }'],
  ['publishing again moves updatedAt', 'changeStatus', 'changed($rows, { status })', 'changed($rows, { status, laneScheme: [...($rows.schedule?.laneScheme ?? [])] })'],
  ['publishing keeps the revision', 'nextSchedule', '$schedule.revision + 1', 'changed.status ? $schedule.revision : $schedule.revision + 1'],
  ['races of one moment are read in the order of their ids', 'byRunningOrder', '$byTime || $byNumber', '$byTime'],
  ['the ETag of a long list is that of its beginning', 'tagOf', 'hash($algorithm, $text, $encoding)', 'hash($algorithm, $text.slice(0, 256), $encoding)'],
  ['updatedAt stands still within a millisecond', 'nextMoment', 'Math.max($now, $updatedAt + 1, $boardUpdatedAt + 1)', 'Math.max($now, $updatedAt, $boardUpdatedAt)'],
  // Storage
  ['a race gets new keys only when both change', 'applyRaceSteps', '$number !== $after.raceNumber || $id !== $after.externalId', '$number !== $after.raceNumber && $id !== $after.externalId'],
  ['only races that move back are parked', 'applyRaceSteps', 'if ($number !== $after.raceNumber) $parked.push($race);', 'if ($number < $after.raceNumber) $parked.push($race);'],
  ['crews that change names are parked in one place', 'applyTeamSteps', '` ${$id}`', "' '"],
  ['a race in which nobody finished is not scored', 'scoredQuery', "$query.where('l.status', '!=', 'assigned')", "$query.where('l.status', '=', 'finished')"],
  ['delayed races of one moment come in the order of their ids', 'racesQuery', "$query.orderBy('race_number')", "$query.orderBy('id')"],
  ['the division is written from the round', 'FACTS', "'divisionLabel'", "'round'"],
  ['crews of other events are drawn', 'findTeams', "$query.where('event_id', '=', $event).where('external_id', 'in', $ids)", "$query.where((eb) => eb.or([eb('event_id', '=', $event), eb('external_id', 'in', $ids)]))"],
  ['crews of one sortOrder come in any order', 'teamsQuery', "$query.orderBy('name')", '$query'],
  ['lanes are read as they lie, which only PostgreSQL shows', 'changedLanesQuery', "$query.orderBy('lanes.position')", '$query'],
  ['a day that runs early is forgotten', 'setDelay', 'if ($minutes === 0 && $until === null) return;', 'if ($minutes <= 0 && $until === null) return;'],
  ['a delay of zero is stored', 'setDelay', 'if ($minutes === 0 && $until === null) return;', ''],
  ['PostgreSQL keeps penalties in two bytes', 'MIGRATIONS', 'run($tx, $types, VERSION_1)', "run($tx, $types, VERSION_1.replace('penalty_millis integer', 'penalty_millis smallint'))"],
  ['PostgreSQL sorts names by language', 'connectPostgres', "'text collate \"C\"'", "'text'"],
  ['PostgreSQL takes one bulk statement for another', 'bulkStatement', "[$verb, $table, ...$keys, '', ...$columns]", '[$verb, $table, ...$keys]'],
  ['a bulk update of PostgreSQL does not clear', 'write', '`"${$c}" = sent."${$c}"`', '`"${$c}" = coalesce(sent."${$c}", "${table}"."${$c}")`'],
  ['a bulk statement of PostgreSQL looks at the first key only', 'write', 'keys.map($equality)', 'keys.slice(0, 1).map($equality)'],
  ['PostgreSQL swallows that a posted statement failed', 'commit', 'if (this.failure !== undefined) throw $failure; const { $command } = await $commit; if ($command !== $expected) throw $error;', 'await $commit;', 'what is posted fails only when the server does'],
  ['SQLite compares names without case', 'connectSqlite', "'text'", "'text collate nocase'"],
  ['SQLite keeps texts as it likes', 'connectSqlite', "'text'", "'any'"],
  ['SQLite binds values in the order of the row', 'runBulk', '[...$others, ...$keys]', 'columns'],
  // The race office
  ['races that the office removes stay', 'planOfficeRaces', 'withoutRaces($rows, $removed)', 'withoutRaces($rows, $removed.slice(1))'],
  ['a new race of the office is timed', 'planOfficeRaces', 'blank($id, $mode)', "blank($id, $mode && 'timed')"],
  ['a new crew of the office goes behind the one before it', 'planOfficeCrews', 'Math.max($last ?? $order, $order)', '$order'],
  ['a crew that is drawn can be removed', 'planOfficeCrews', 'if ($drawn) return conflict($drawn);', 'if ($drawn?.length === 0) return conflict($drawn);'],
  ['a merge loses the externalId', 'mergeCrews', '$kept.externalId ?? $removed.externalId', '$kept.externalId'],
  ['a merge forgets that the crew was adopted', 'mergeCrews', '$kept.adopted || $takesId', '$kept.adopted && $takesId'],
  ['the result of a crew that is taken out is in nobody’s way', 'resultsOfRedrawn', 'RESULT_PROPERTIES', 'RESULT_PROPERTIES.slice(9)'],
  ['another crew in the lane is in nobody’s way', 'crewsIn', "['teamId']", '[]'],
  ['what is new or gone is in nobody’s way', 'isInTheWay', 'if ($properties === undefined) return true;', 'if ($properties === undefined) return false;'],
  ['the entry that a page has seen is in its way', 'listLaterEntries', "$query.where('history.number', '>', $number)", "$query.where('history.number', '>=', $number)"],
  ['what was removed since is unknown', 'findMissing', '$removals.length > 0', '$removals.length > 1000'],
  ['results of software leave a race official', 'isOtherResult', 'isSameResult($was, $is)', 'isSameResult($was, $was)'],
  ['results of the office leave a race official', 'withProvisional', '({ ...$race, official: false })', '{ ...$race, official: true }'],
  ['a race without results becomes official', 'setOfficial', 'lanesOf($rows, $race).every($isEmpty)', 'lanesOf($rows, $race).length > 0 && lanesOf($rows, $race).every($isEmpty)'],
  ['an undo writes over what came later', 'undo', '$changed.length === 0 && $different.length === 0', '$changed.length >= 0 && $different.length >= 0'],
];

// biome-ignore format: one bug a line
const OF_RACING: PlantedBug[] = [
  // Ranking
  ['boats on the course are ranked before those that are in', 'placesBy', '$values.filter(($value) => $value !== null).sort($byNumber)', '$values.map(($value) => $value ?? 0).sort($byNumber)'],
  ['an allowance is added to the time', 'totalMillis', '$time + $penalty - $allowance', '$time + $penalty + $allowance'],
  ['no adjusted time is below zero', 'totalMillis', '$time + $penalty - $allowance', 'Math.max(0, $time + $penalty - $allowance)'],
  ['who rows out of competition pushes others down', 'shownResults', '$lane.outOfCompetition ? null : totalMillis($lane)', 'totalMillis($lane)'],
  ['a place that was given out of competition is shown', 'shownResults', '$lane.outOfCompetition ? null : $lane.finishPlace', '$lane.finishPlace'],
  ['a place in the category is one among all categories', 'categoryPlaces', '$groups.get($category) ?? []', '[...$groups.values()].at(-1) ?? []'],
  ['categories are ordered by name', 'categoriesOf', 'Array.from($names, $category)', 'Array.from([...$names].sort(), $category)'],
  ['a category stays in the lane that its crew leaves', 'withCrewProperties', '({ category, allowanceMillis, outOfCompetition })', '{ category: (lane as Partial<Lane>).category ?? category, allowanceMillis, outOfCompetition }'],
  // Kind and planned starts
  ['a race with an interval is a head race, whatever was said', 'raceKind', "$kind ?? ($interval === null ? 'lanes' : 'head')", "$interval === null ? ($kind ?? 'lanes') : 'head'"],
  ['an empty lane takes a slot', 'plannedStarts', 'if ($team === null) return null;', 'if ($team === null) { slot++; return null; }'],
  ['an entry with a planned start of its own gives its slot away', 'plannedStarts', '$interval * slot++', '$interval * (plannedStartMillis === null ? slot++ : slot)'],
  ['a race that is postponed is planned with the delay of its day', 'raceStart', "$state === 'planned' ? estimatedStart($at, $delay) : $at", "$state !== 'cancelled' ? estimatedStart($at, $delay) : $at"],
  ['the board expects a race that is postponed after a delay', 'estimatedAt', "$state === 'planned' && !$isRaced", "$state !== 'cancelled' && !$isRaced"],
  // Times of day
  ['the clock at the finish is put right the wrong way', 'elapsedMillis', '$finish + $offset - $start', '$finish - $offset - $start'],
  ['a boat of a head race starts with its race', 'startOf', "raceKind($race) === 'lanes' ? $race.startedAt : null", '$race.startedAt'],
  ['who did not finish has finished once both times are there', 'derivedLane', "$status === 'dnf' || $status === 'dsq'", "$status === 'dsq'"],
  ['a typed time goes with a time of day beside it', 'withoutDerived', 'if (!$was || elapsedMillis($race, $was) === null) return $lane;', 'if (!$was || elapsedMillis($race, $was) === 0) return $lane;'],
  ['a time that is typed leaves the finish of the clock', 'timesBeside', '$time === $lane.finishTimeMillis ? undefined : { finishedAt: null }', 'undefined'],
  ['a verdict without a time clears the finish', 'timesBeside', "$status === 'finished' ? { finishedAt: null } : undefined", '{ finishedAt: null }'],
  ['what follows from times of day stands in the way', 'writtenProperties', '!$derived.includes($property)', '$derived.length >= 0 && $property !== NAME_OF_TEAM'],
  ['a boat may finish at the moment of its start', 'isPossibleTime', '$millis > 0', '$millis >= 0'],
  // Started, closed, over
  ['the last boat of several starts a head race', 'startByFirstBoat', 'Math.min(...$started)', 'Math.max(...$started)'],
  ['a false start is not taken back', 'writtenOfRace', 'startedAt !== undefined && { startedAt }', 'startedAt != null && { startedAt }'],
  ['a race that is postponed stays started', 'setRaceState', '({ startedAt: null, closed: false })', '{ closed: false }'],
  ['a race that is postponed stays closed', 'setRaceState', '({ startedAt: null, closed: false })', '{ startedAt: null }'],
  ['a race that is closed is not opened again', 'writtenOfRace', 'closed !== undefined && { closed }', 'closed && { closed }'],
  ['a race that is called off is to come, whoever is in', 'coursePhase', "$isIn ? 'over' : 'planned'", "'planned'"],
  ['a race that is closed before a boat is in is not over', 'coursePhase', '$closed || $isOfficial || isFieldIn($lanes)', '($closed && hasBoatsIn) || $isOfficial || isFieldIn($lanes)'],
  ['a head race ends by time before its last boat has started', 'endsAt', "$kind === 'head' ? Math.max($in, $last) : $in", '$in'],
  ['a head race that nobody has started is on the course for hours', 'coursePhase', '$isUntold ? ASSUMED_ON_COURSE_MILLIS[$kind] : LONGEST_MILLIS', "$isUntold && $kind === 'lanes' ? ASSUMED_ON_COURSE_MILLIS[$kind] : LONGEST_MILLIS"],
  ['who has withdrawn is waited for', 'isEntered', '$crew !== null && !$withdrawn', '$crew !== null || $withdrawn'],
  // What a page has not seen
  ['a verdict that is taken back is in nobody’s way', 'sentOfRacing', '({ ...$said, status })', '{ ...$said, status: status && undefined }'],
  ['times are for whoever stands in the lane by now', 'crewsIn', "['teamId']", '[]'],
];

/** By the name of the test in this folder. */
export const PLANTED_BUGS = {
  'lockstep.series.test.ts': OF_LOCKSTEP,
  'racing.series.test.ts': OF_RACING,
};

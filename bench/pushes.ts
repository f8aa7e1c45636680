/** Pushes for `wrk`, each of which changes everything that it names. */
import { type Client, PUSHED_RACES, racesOf } from './service.ts';

/** Results of one race after the other, with new times each; to events of one owner in turn. */
export function resultPushes(client: Client, ...others: readonly Client[]): string {
  const ids = [client, ...others].map(({ eventId }) => eventId).join(', ');
  // 97 is prime, so that each of several events gets pushes to all of these races.
  const races = others.length === 0 ? 100 : 97;
  return `${headOf(client)}
local events = { ${ids} }
request = function()
  n = n + 1
  local lanes = {}
  for i = 1, 8 do
    lanes[i] = string.format('{"position":%d,"finishTimeMillis":%d}', i, 300000 + n + i * 1234)
  end
  local event = events[n % #events + 1]
  local path = '/v1/events/' .. event .. '/races/race-' .. (n % ${races} + 1) .. '/results'
  return wrk.format(nil, path, nil, '[' .. table.concat(lanes, ',') .. ']')
end`;
}

/** Pushes of 300 races, in turn with one title and with another. */
export function racePushesOf(client: Client): string {
  const [one, other] = [1, 2].map((round) => JSON.stringify(racesOf(PUSHED_RACES, round)));
  return `${headOf(client)}
local bodies = { [==[${one}]==], [==[${other}]==] }
request = function()
  n = n + 1
  return wrk.format(nil, '/v1/events/${client.eventId}/races', nil, bodies[n % 2 + 1])
end`;
}

function headOf({ key }: Client): string {
  return `local n = ${Math.floor(Math.random() * 1_000_000)}
wrk.method = 'PUT'
wrk.headers['authorization'] = 'Bearer ${key}'
wrk.headers['content-type'] = 'application/json'`;
}

#!/usr/bin/env bash
# Pushes crews, races, a draw and results with curl. It can be run as often as you like: what is there already
# stays as it is.
#
#     RUNNING_ORDER_URL=http://127.0.0.1:8080 RUNNING_ORDER_KEY=ro_… RUNNING_ORDER_EVENT=1 ./push.sh
set -euo pipefail

# send METHOD PATH, with the body on standard input. curl retries after time-outs, 408, 429, 500, 502, 503 and 504, and
# obeys Retry-After. The key is passed in a file, because everybody on the machine can see the arguments of a command.
send() {
  curl --silent --show-error --fail-with-body --retry 3 --retry-connrefused --max-time 10 \
    --config <(printf 'header = "Authorization: Bearer %s"\n' "$RUNNING_ORDER_KEY") \
    --header 'Content-Type: application/json' --header 'User-Agent: PushExample/1.0' \
    --request "$1" --data-binary @- "$RUNNING_ORDER_URL/v1/events/$RUNNING_ORDER_EVENT$2"
}

send POST /schedule >/dev/null <<'JSON'
{"laneScheme": ["1", "2", "3", "4"]}
JSON
send PUT /teams >/dev/null <<'JSON'
[{"externalId": "crew-1", "name": "Quayside"}, {"externalId": "crew-2", "name": "St. Mary's Ü"}]
JSON
send PUT /races >/dev/null <<'JSON'
[{"externalId": "W4x Heat 1", "raceNumber": 901, "title": "Women 4x, Heat 1", "scheduledAt": "2026-06-13T09:00:00+02:00"}]
JSON
# An externalId in a path is percent-encoded.
send PUT /races/W4x%20Heat%201/entries >/dev/null <<'JSON'
[{"position": 2, "teamExternalId": "crew-1"}, {"position": 3, "teamExternalId": "crew-2"}]
JSON
send PUT /races/W4x%20Heat%201/results <<'JSON'
[{"position": 2, "finishTimeMillis": 402700}, {"position": 3, "finishTimeMillis": 399500, "penaltyMillis": 5000}]
JSON

"""Pushes crews, races, a draw and results with the standard library of Python. It can be run as often as you like:
what is there already stays as it is.

    RUNNING_ORDER_URL=http://127.0.0.1:8080 RUNNING_ORDER_KEY=ro_... RUNNING_ORDER_EVENT=1 python3 push.py
"""

import json
import os
import random
import sys
import time
import urllib.error
import urllib.request
import uuid
from urllib.parse import quote

BASE = "{RUNNING_ORDER_URL}/v1/events/{RUNNING_ORDER_EVENT}".format(**os.environ)
ATTEMPTS = 4
RETRIED = {408, 429, 500, 502, 503, 504}


def send(method, path, body):
    """Sends JSON and returns the answer; retries after errors that may pass."""
    headers = {
        "Authorization": "Bearer " + os.environ["RUNNING_ORDER_KEY"],
        "Content-Type": "application/json",
        "User-Agent": "PushExample/1.0",
        # The same for all attempts, so that they are found together in the log of the service.
        "X-Request-Id": str(uuid.uuid4()),
    }
    data = json.dumps(body).encode("utf-8")
    for attempt in range(ATTEMPTS):
        request = urllib.request.Request(BASE + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=10) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            if error.code not in RETRIED or attempt == ATTEMPTS - 1:
                sys.exit(error.read().decode("utf-8"))
            wait = float(error.headers.get("Retry-After") or random.random() * 2**attempt)
        except OSError as error:
            if attempt == ATTEMPTS - 1:
                sys.exit(str(error))
            wait = random.random() * 2**attempt
        time.sleep(wait)


send("POST", "/schedule", {"laneScheme": ["1", "2", "3", "4"]})
send(
    "PUT",
    "/teams",
    [
        {"externalId": "crew-1", "name": "Quayside"},
        {"externalId": "crew-2", "name": "St. Mary's Ü"},
    ],
)
send(
    "PUT",
    "/races",
    [
        {
            "externalId": "W4x Heat 1",
            "raceNumber": 901,
            "title": "Women 4x, Heat 1",
            "scheduledAt": "2026-06-13T09:00:00+02:00",
        }
    ],
)
race = "/races/" + quote("W4x Heat 1", safe="")
send(
    "PUT",
    race + "/entries",
    [
        {"position": 2, "teamExternalId": "crew-1"},
        {"position": 3, "teamExternalId": "crew-2"},
    ],
)
answer = send(
    "PUT",
    race + "/results",
    [
        {"position": 2, "finishTimeMillis": 402700},
        {"position": 3, "finishTimeMillis": 399500, "penaltyMillis": 5000},
    ],
)
for lane in answer["lanes"]:
    print(lane["finishPlace"], lane["teamName"])

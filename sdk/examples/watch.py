"""A watch for the start or the finish of a head race: type a bow number and press Enter as the boat passes.

    RUNNING_ORDER_URL=http://127.0.0.1:8080 RUNNING_ORDER_KEY=ro_... RUNNING_ORDER_EVENT=1 \\
        python3 watch.py finish division-1
"""

import json
import os
import sys
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timezone
from urllib.parse import quote

PROPERTY = {"start": "startedAt", "finish": "finishedAt"}[sys.argv[1]]
BASE = "{RUNNING_ORDER_URL}/timing/v1/events/{RUNNING_ORDER_EVENT}/races/".format(**os.environ)
HEADERS = {"Authorization": "Bearer " + os.environ["RUNNING_ORDER_KEY"], "Content-Type": "application/json"}


def sentence(refusal):
    """The reason that the service gives, or the status where a proxy in front of it has refused."""
    try:
        return json.load(refusal)["detail"]
    except Exception:
        return refusal


def send(bow, moment):
    """Sends the time of one boat until the service has answered: sending it twice changes nothing."""
    entry = {"positionLabel": bow, PROPERTY: moment.isoformat()}
    data = json.dumps({"entries": [entry]}).encode("utf-8")
    stamped = moment.strftime("%H:%M:%S.%f")[:-3]
    while True:
        request = urllib.request.Request(BASE + quote(sys.argv[2], safe=""), data, HEADERS, method="PATCH")
        try:
            with urllib.request.urlopen(request, timeout=10) as response:
                entries = json.load(response)["entries"]
            break
        except urllib.error.HTTPError as error:
            if error.code < 500 and error.code != 429:  # Such as an unknown bow number: say so, and go on.
                return print("!", bow, stamped, sentence(error))
        except Exception:  # No answer, or none of the service: try again, so that no boat is lost.
            pass
        time.sleep(1)
    boat = next((each for each in entries if each["positionLabel"] == bow), {})
    print(bow, stamped, boat.get("finishTimeMillis") or "", boat.get("categoryPlace") or "")


# This thread never waits for the service: the moment of a boat is that of its Enter, whatever the network does.
with ThreadPoolExecutor(max_workers=1) as sender:
    for line in sys.stdin:
        if line.strip():
            sender.submit(send, line.strip(), datetime.now(timezone.utc))

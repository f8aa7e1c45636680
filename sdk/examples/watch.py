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
from datetime import datetime, timezone
from urllib.parse import quote

PROPERTY = {"start": "startedAt", "finish": "finishedAt"}[sys.argv[1]]
BASE = "{RUNNING_ORDER_URL}/timing/v1/events/{RUNNING_ORDER_EVENT}/races/".format(**os.environ)
HEADERS = {"Authorization": "Bearer " + os.environ["RUNNING_ORDER_KEY"], "Content-Type": "application/json"}


def stamp(bow, moment):
    """Sends one boat until the service has it: to send it twice changes nothing."""
    entry = {"positionLabel": bow, PROPERTY: moment.isoformat()}
    data = json.dumps({"entries": [entry]}).encode("utf-8")
    while True:
        request = urllib.request.Request(BASE + quote(sys.argv[2], safe=""), data, HEADERS, method="PATCH")
        try:
            with urllib.request.urlopen(request, timeout=10) as response:
                return next(each for each in json.load(response)["entries"] if each["positionLabel"] == bow)
        except urllib.error.HTTPError as error:
            if error.code < 500 and error.code != 429:  # Such as an unknown bow number: say so, and go on.
                return print("!", json.load(error)["detail"])
        except OSError:
            pass
        time.sleep(1)


for line in sys.stdin:
    now, bow = datetime.now(timezone.utc), line.strip()
    boat = stamp(bow, now) if bow else None
    if boat:
        print(bow, now.strftime("%H:%M:%S.%f")[:-3], boat["finishTimeMillis"] or "", boat["categoryPlace"] or "")

"""Receives webhooks: accepts only signed deliveries, skips repeated ones, and answers before it does the work.

    WEBHOOK_SECRET=whsec_... PORT=8000 python3 receive.py
"""

import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

KEY = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
TOLERANCE_SECONDS = 5 * 60
MAX_BYTES = 10_000
had = {}  # The ids of the last deliveries: one comes twice when the answer to it was lost.


def verified(headers, body):
    """The message, or None where it is not signed with the secret, or is more than five minutes old or ahead."""
    message_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if not timestamp.isdecimal() or abs(time.time() - int(timestamp)) > TOLERANCE_SECONDS:
        return None
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest()).decode()
    signatures = headers.get("webhook-signature", "").split(" ")
    return json.loads(body) if any(hmac.compare_digest(one.encode(), expected.encode()) for one in signatures) else None


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        length = int(self.headers.get("content-length", 0))
        message = verified(self.headers, self.rfile.read(length)) if length <= MAX_BYTES else None
        self.send_response(204 if message else 401)
        self.end_headers()
        message_id = self.headers.get("webhook-id")
        if not message or message_id in had:
            return
        had[message_id] = True
        if len(had) > 1000:
            had.pop(next(iter(had)))
        races = ", ".join(str(race["raceNumber"]) for race in message["data"]["races"])
        print(message["type"], "races", races, "see", message["data"]["board"], flush=True)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("", int(os.environ.get("PORT", "8000"))), Receiver)
print("Listening on port", server.server_port, flush=True)
server.serve_forever()

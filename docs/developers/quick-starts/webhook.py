# Receives webhooks and verifies their signature, with the standard library of Python 3.8 or newer:
#   WEBHOOK_SECRET=whsec_... PORT=8080 python3 webhook.py
import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, HTTPServer

KEY = base64.b64decode(os.environ["WEBHOOK_SECRET"].split("whsec_")[-1])
TOLERANCE_SECONDS = 300


def is_genuine(headers, body):
    """Standard Webhooks: the signature is over id, time and the bytes of the body exactly as they came."""
    moment = headers.get("webhook-timestamp", "")
    if not moment.isdigit() or abs(time.time() - int(moment)) > TOLERANCE_SECONDS:
        return False
    signed = f"{headers.get('webhook-id', '')}.{moment}.".encode() + body
    expected = "v1," + base64.b64encode(hmac.new(KEY, signed, hashlib.sha256).digest()).decode()
    # While a secret is rotated there is a signature by each, separated by spaces.
    return any(
        hmac.compare_digest(one.encode(), expected.encode())
        for one in headers.get("webhook-signature", "").split(" ")
    )


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("content-length", 0)))
        genuine = is_genuine(self.headers, body)
        self.send_response(204 if genuine else 401)
        self.end_headers()
        # The same event may come twice: remember `webhook-id`, and do the work after the answer.
        if genuine:
            print(self.headers["webhook-id"], json.loads(body)["type"], flush=True)


HTTPServer(("127.0.0.1", int(os.environ.get("PORT", "8080"))), Receiver).serve_forever()

# Sends a message and follows it, with the standard library of Python 3.8 or newer:
#   RECADO_KEY=rk_live_... TO=+5581999990000 python3 python.py
import json
import os
import urllib.error
import urllib.parse
import urllib.request

RECADO_URL = os.environ.get("RECADO_URL", "http://localhost:5000")


def api(path, body=None, headers={}):
    request = urllib.request.Request(
        f"{RECADO_URL}/api/v1/{path}",
        data=None if body is None else json.dumps(body).encode(),
        headers={
            "Authorization": f"Bearer {os.environ['RECADO_KEY']}",
            "Content-Type": "application/json",
            **headers,
        },
    )
    try:
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        problem = json.load(error)
        raise SystemExit(f"{problem['code']}: {problem['title']} ({problem.get('trace_id')})")


# 1. Send a template, which may open a conversation. Repeated with the same key, it is sent once.
message = api(
    "messages",
    {
        "type": "template",
        "to": os.environ["TO"],
        "template": {
            "name": os.environ.get("TEMPLATE", "order_ready"),
            "language": "pt_BR",
            "values": {"body.1": "Bia"},
        },
    },
    {"Idempotency-Key": os.environ.get("ORDER", "order-1042") + "-ready"},
)
print("sent", message["id"])

# 2. Read how far it has come: queued, sent, delivered, read or failed.
print("status", api(f"messages/{message['id']}")["entry"]["status"])

# 3. List contacts, page by page, until there is no next page.
contacts = 0
query = {"limit": os.environ.get("LIMIT", "100")}
while True:
    page = api("contacts?" + urllib.parse.urlencode(query))
    contacts += len(page["data"])
    if not page["page"]["next"]:
        break
    query["cursor"] = page["page"]["next"]
print("contacts", contacts)

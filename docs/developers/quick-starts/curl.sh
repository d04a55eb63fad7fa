#!/usr/bin/env bash
# Sends a message and follows it, with nothing but curl:
#   RECADO_KEY=rk_live_... TO=+5581999990000 bash curl.sh
set -euo pipefail
RECADO_URL=${RECADO_URL:-http://localhost:5000}

api() {
  local answer
  answer=$(curl --silent --show-error --fail-with-body "$RECADO_URL/api/v1/$1" \
    -H "Authorization: Bearer $RECADO_KEY" "${@:2}") || { echo "$answer" >&2 && return 1; }
  echo "$answer"
}
# The first text under a name. In a program of yours, read JSON with a parser such as jq.
field() { grep -o "\"$1\":\"[^\"]*\"" | sed -n 1p | cut -d '"' -f 4; }

# 1. Send a template, which may open a conversation. Repeated with the same key, it is sent once.
json='{
  "type": "template",
  "to": "'$TO'",
  "template": { "name": "'${TEMPLATE:-order_ready}'", "language": "pt_BR", "values": { "body.1": "Bia" } }
}'
headers=(-H "Idempotency-Key: ${ORDER:-order-1042}-ready" -H 'Content-Type: application/json')
id=$(api messages "${headers[@]}" -d "$json" | field id)
echo "sent $id"

# 2. Read how far it has come: queued, sent, delivered, read or failed.
echo "status $(api "messages/$id" | field status)"

# 3. List contacts, page by page, until there is no next page.
contacts=0
cursor=
while
  page=$(api contacts -G -d "limit=${LIMIT:-100}" ${cursor:+--data-urlencode "cursor=$cursor"})
  contacts=$((contacts + $(awk -F '"displayName":' '{ print NF - 1 }' <<<"$page")))
  cursor=$(field next <<<"$page" || true)
  [ -n "$cursor" ]
do :; done
echo "contacts $contacts"

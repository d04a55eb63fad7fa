// Sends a message and follows it. Runs as it is on Node 24, without packages:
//   RECADO_KEY=rk_live_... TO=+5581999990000 node typescript.ts
const { RECADO_URL = 'http://localhost:5000', RECADO_KEY = '', TO = '' } = process.env
const { TEMPLATE = 'order_ready', ORDER = 'order-1042', LIMIT = '100' } = process.env

type Problem = { code: string; title: string; trace_id: string }
type Answer = { id: string; entry: { status: string }; data: { displayName: string }[]; page: { next: string | null } }

const api = async (path: string, body?: object, headers: Record<string, string> = {}): Promise<Answer> => {
  const answer = await fetch(`${RECADO_URL}/api/v1/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${RECADO_KEY}`, 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  const json = (await answer.json()) as Answer & Problem
  if (!answer.ok) throw new Error(`${json.code}: ${json.title} (${json.trace_id})`)
  return json
}

// 1. Send a template, which may open a conversation. Repeated with the same key, it is sent once.
const template = { name: TEMPLATE, language: 'pt_BR', values: { 'body.1': 'Bia' } }
const { id } = await api('messages', { type: 'template', to: TO, template }, { 'idempotency-key': `${ORDER}-ready` })
console.log(`sent ${id}`)

// 2. Read how far it has come: queued, sent, delivered, read or failed.
const { entry } = await api(`messages/${id}`)
console.log(`status ${entry.status}`)

// 3. List contacts, page by page, until there is no next page.
let contacts = 0
let cursor: string | null = ''
while (cursor !== null) {
  const { data, page } = await api(`contacts?limit=${LIMIT}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`)
  contacts += data.length
  cursor = page.next
}
console.log(`contacts ${contacts}`)

export {}

// Receives webhooks and verifies their signature. Runs as it is on Node 24, without packages:
//   WEBHOOK_SECRET=whsec_... PORT=8080 node webhook.ts
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const key = Buffer.from((process.env['WEBHOOK_SECRET'] ?? '').replace(/^whsec_/, ''), 'base64')
const TOLERANCE_SECONDS = 300

/** Standard Webhooks: the signature is over id, time and the bytes of the body exactly as they came. */
const isGenuine = (headers: Record<string, unknown>, body: Buffer): boolean => {
  const [id, time] = [String(headers['webhook-id']), String(headers['webhook-timestamp'])]
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= TOLERANCE_SECONDS)) return false
  const expected = createHmac('sha256', key).update(`${id}.${time}.`).update(body).digest()
  // While a secret is rotated there is a signature by each, separated by spaces.
  return String(headers['webhook-signature'])
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => Buffer.from(signature.slice(3), 'base64'))
    .some((signature) => signature.length === expected.length && timingSafeEqual(signature, expected))
}

createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const body = Buffer.concat(chunks)
  if (!isGenuine(request.headers, body)) return response.writeHead(401).end()
  // The same event may come twice: remember `webhook-id`, and do the work after the answer.
  const event = JSON.parse(body.toString())
  console.log(`${request.headers['webhook-id']} ${event.type}`)
  response.writeHead(204).end()
}).listen(Number(process.env['PORT'] ?? 8080), '127.0.0.1')

import { createHmac, randomInt } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '#server/context.ts'

const digits = (length: number) => Array.from({ length }, () => randomInt(1, 10)).join('')

/** A Brazilian mobile number with its ninth digit. */
export const somePhone = () => `551198${digits(7)}`
export const someWamid = () => `wamid.${Buffer.from(digits(24)).toString('base64url')}`

export type Line = { phoneNumberId: string; wabaId: string }

type Loose = Record<string, unknown>

/** The envelope of a `messages` change, or of another field. */
export const envelope = (line: Line, value: Loose, field = 'messages') => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: line.wabaId,
      changes: [
        {
          field,
          value: {
            messaging_product: 'whatsapp',
            metadata: { display_phone_number: '558130304040', phone_number_id: line.phoneNumberId },
            ...value,
          },
        },
      ],
    },
  ],
})

export type Writer = { phone?: string; bsuid?: string; name?: string; username?: string }

type Extra = { id?: string; at?: number; omit?: boolean }

const phoneOf = (from: Writer, extra: Extra) => from.phone ?? (extra.omit ? undefined : '')

/** A message of a customer as Meta reports it; `content` is its type's part. A hidden phone is empty, or omitted. */
export const inboundMessage = (from: Writer, content: Loose, extra: Extra = {}): Loose => {
  const phone = phoneOf(from, extra)
  return {
    ...(phone !== undefined && { from: phone }),
    ...(from.bsuid && { from_user_id: from.bsuid }),
    id: extra.id ?? someWamid(),
    timestamp: String(extra.at ?? Math.floor(Date.now() / 1000)),
    ...content,
  }
}

/** The whole body of one message, with its writer's profile. */
export const inboundBody = (line: Line, from: Writer, content: Loose, extra: Extra = {}) => {
  const phone = phoneOf(from, extra)
  const contact = {
    profile: { name: from.name ?? 'Ana', ...(from.username && { username: from.username }) },
    ...(phone !== undefined && { wa_id: phone }),
    ...(from.bsuid && { user_id: from.bsuid }),
  }
  return envelope(line, { contacts: [contact], messages: [inboundMessage(from, content, extra)] })
}

export const textContent = (body: string) => ({ type: 'text', text: { body } })

export const statusBody = (line: Line, wamid: string, status: string, at: number, extra: Loose = {}) =>
  envelope(line, { statuses: [{ id: wamid, status, timestamp: String(at), recipient_id: '5511987650001', ...extra }] })

export const signed = (secret: string, body: string | Buffer) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

/** Delivers a webhook signed by the platform's app. */
export const deliver = (app: FastifyInstance, deps: Deps, body: unknown, path = '/webhooks/whatsapp') => {
  const payload = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body)
  const secret = deps.config.WHATSAPP_APP_SECRET ?? ''
  return app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/json', 'x-hub-signature-256': signed(secret, payload) },
    payload,
  })
}

/** Waits until every stored body is processed or set aside. A processor must be running. */
export const whenProcessed = async (deps: Deps): Promise<void> => {
  for (;;) {
    const { rows } = await deps.database.pool.query('select 1 from webhook_events where state = 0 limit 1')
    if (rows.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 15))
  }
}

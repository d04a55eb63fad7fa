import { randomBytes, randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSandboxClient, type Sandbox, type SandboxOptions, startSandbox } from '@recado/sandbox'
import { and, asc, eq } from 'drizzle-orm'
import type { Deps } from '#server/context.ts'
import { contactIdentities, contacts } from '#server/db/schema/contacts/contacts.ts'
import { conversations } from '#server/db/schema/inbox/conversations.ts'
import { messages } from '#server/db/schema/inbox/messages.ts'
import { channelEvents, channels } from '#server/db/schema/whatsapp/channels.ts'
import { outboundSends } from '#server/db/schema/whatsapp/sending.ts'
import { newId } from '#server/lib/ids.ts'
import { buildOwnApp } from './app.ts'
import { createChannel, createSignedIn } from './factories.ts'

export const wabaId = '102290129340398'
export const accessToken = `EAA${randomBytes(40).toString('hex')}`

/** A text and a button with links, of which the first button leads over the product. */
export const linkComponents = [
  { type: 'BODY', text: 'Veja {{1}} hoje, {{2}}.', example: { body_text: [['https://shop.example', 'Bia']] } },
  {
    type: 'BUTTONS',
    buttons: [
      { type: 'URL', text: 'Abrir', url: 'http://localhost:5000/l/{{1}}', example: ['http://localhost:5000/l/A'] },
      { type: 'URL', text: 'Loja', url: 'https://shop.example/{{1}}', example: ['https://shop.example/home'] },
    ],
  },
]

const templates = [
  { name: 'sale', language: 'pt_BR', category: 'UTILITY' as const, components: linkComponents },
  {
    name: 'order_ready',
    language: 'pt_BR',
    category: 'UTILITY' as const,
    components: [
      { type: 'HEADER', format: 'TEXT', text: 'Pedido {{1}}', example: { header_text: ['A-19'] } },
      {
        type: 'BODY',
        text: 'Olá {{1}}, seu pedido está pronto até as {{2}} de hoje.',
        example: { body_text: [['Bia', '19h']] },
      },
      {
        type: 'BUTTONS',
        buttons: [
          { type: 'URL', text: 'Ver', url: 'https://example.com/p/{{1}}', example: ['https://example.com/p/A'] },
        ],
      },
    ],
  },
  ...(['UTILITY', 'MARKETING'] as const).map((category) => ({
    ...{ name: category === 'UTILITY' ? 'news' : 'offer', language: 'pt_BR', category },
    components: [{ type: 'BODY', text: 'Olá {{1}}, tem novidade.', example: { body_text: [['Bia']] } }],
  })),
  {
    name: 'with_picture',
    language: 'pt_BR',
    category: 'MARKETING' as const,
    components: [
      { type: 'HEADER', format: 'IMAGE', example: { header_handle: ['4::x'] } },
      { type: 'BODY', text: 'Chegaram as novidades desta semana, veja na loja.' },
    ],
  },
]

const numbers = Array.from({ length: 40 }, (_, i) => ({
  id: String(106_540_352_242_922 + i),
  displayPhoneNumber: `+55 81 3030-${4000 + i}`,
}))

let used = 0

/** The application on the database of this test file, and the sandbox that plays Meta for it over HTTP. */
export const startWhatsappWorld = async (
  environment: Record<string, string> = {},
  sandboxOptions: Partial<SandboxOptions> = {},
  databaseUrl?: Promise<string>,
) => {
  const sandbox: Sandbox = await startSandbox({
    appSecret: 'app-secret-of-the-tests',
    verifyToken: 'verify-token-of-the-tests',
    accessToken,
    statusDelaysMs: { sent: 20, delivered: 40, read: 60 },
    accounts: [{ id: wabaId, name: 'Loja', subscribed: true, phoneNumbers: numbers, templates }],
    ...sandboxOptions,
  })
  const { app, deps, close } = await buildOwnApp({ WHATSAPP_GRAPH_URL: sandbox.graphUrl, ...environment }, databaseUrl)
  const takeNumber = () => {
    const number = numbers[used++ % numbers.length]
    if (!number) throw new Error('the sandbox has no number left')
    return number
  }

  return {
    app,
    deps,
    sandbox,
    control: createSandboxClient(sandbox.url),
    takeNumber,
    /** A company with a signed-in admin and a connected number. */
    company: async (fields: { throughput?: number; accessToken?: string } = {}) => {
      const signedIn = await createSignedIn(deps)
      const number = takeNumber()
      const channel = await createChannel(deps, signedIn.company.id, {
        phoneNumberId: number.id,
        phone: number.displayPhoneNumber,
        wabaId,
        accessToken,
        ...fields,
      })
      return { ...signedIn, ...channel }
    },
    /** As if Meta, or a person, had brought the channel there. */
    setStatus: async (channel: { id: string }, status: 'connected' | 'token_expired' | 'restricted') => {
      await deps.database.db.update(channels).set({ status }).where(eq(channels.id, channel.id))
      deps.bus.publish('channel.changed', { channelId: channel.id })
    },
    /** Leaves nothing to be sent to the next world of the same test file. */
    forgetSends: async () => {
      await deps.database.pool.query('delete from outbound_sends')
    },
    close: async () => {
      await close()
      await sandbox.close()
    },
  }
}
export type WhatsappWorld = Awaited<ReturnType<typeof startWhatsappWorld>>

/** A conversation of the channel with a new person, who has written just now unless the window is to be closed. */
export const createConversation = async (
  deps: Deps,
  channel: { companyId: string; id: string },
  fields: {
    phone?: string
    windowOpen?: boolean
    /** Known by this id alone. */
    bsuid?: string
    status?: 'open' | 'resolved'
    /** Another conversation with the same person. */
    beside?: { contactId: string; identityId: string }
  } = {},
) => {
  const { companyId } = channel
  const { db } = deps.database
  const phone = fields.phone ?? `35191${randomInt(100_000, 999_999)}5`
  const known = fields.bsuid ? { bsuid: fields.bsuid } : { phone, waId: phone }
  const contact = { companyId, id: newId(), phone: fields.bsuid ? null : phone, profileName: 'Bia' }
  const identity = { companyId, id: newId(), contactId: contact.id, scope: wabaId, ...known }
  const now = Date.now()
  const open = fields.windowOpen !== false
  const conversation = {
    companyId,
    id: newId(),
    channelId: channel.id,
    contactId: fields.beside?.contactId ?? contact.id,
    identityId: fields.beside?.identityId ?? identity.id,
    status: fields.status ?? ('open' as const),
    windowExpiresAt: new Date(now + (open ? 3_600_000 : -60_000)),
    lastInboundAt: new Date(now - 60_000),
    waitingSince: new Date(now - 60_000),
  }
  if (!fields.beside) {
    await db.insert(contacts).values(contact)
    await db.insert(contactIdentities).values(identity)
  }
  await db.insert(conversations).values(conversation)
  return { ...conversation, phone }
}

/** A message of the contact in our database. */
export const createInbound = async (
  deps: Deps,
  conversation: { companyId: string; id: string; channelId: string; contactId: string },
  wamid: string | null,
) => {
  const row = {
    companyId: conversation.companyId,
    id: newId(),
    conversationId: conversation.id,
    channelId: conversation.channelId,
    contactId: conversation.contactId,
    direction: 'in' as const,
    type: 'text',
    body: 'Oi',
    wamid,
    origin: 'contact' as const,
    status: 'received' as const,
    occurredAt: new Date(),
  }
  await deps.database.db.insert(messages).values(row)
  return row
}

export const findMessage = async (deps: Deps, companyId: string, id: string) => {
  const rows = await deps.database.db
    .select()
    .from(messages)
    .where(and(eq(messages.companyId, companyId), eq(messages.id, id)))
  return rows[0]
}

export const findConversation = async (deps: Deps, companyId: string, id: string) => {
  const rows = await deps.database.db
    .select()
    .from(conversations)
    .where(and(eq(conversations.companyId, companyId), eq(conversations.id, id)))
  return rows[0]
}

/** Waits until `read` answers something, for at most two minutes. */
export const eventually = async <T>(read: () => Promise<T | null | undefined | false>): Promise<T> => {
  for (const end = Date.now() + 120_000; ; ) {
    const found = await read()
    if (found) return found
    if (Date.now() > end) throw new Error('It did not happen within two minutes')
    await sleep(20)
  }
}

/** What waits for a message, if anything does. */
export const readSend = async (deps: Deps, messageId: string) => {
  const rows = await deps.database.db.select().from(outboundSends).where(eq(outboundSends.messageId, messageId))
  return rows[0]
}

/** A channel with its history, oldest first. */
export const readChannelRow = async (deps: Deps, id: string) => {
  const [channel] = await deps.database.db.select().from(channels).where(eq(channels.id, id))
  if (!channel) throw new Error('no channel')
  const events = await deps.database.db
    .select()
    .from(channelEvents)
    .where(eq(channelEvents.channelId, id))
    .orderBy(asc(channelEvents.createdAt), asc(channelEvents.id))
  return { channel, events }
}

import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CompanyCtx, systemCtx } from '#server/context.ts'
import { companies } from '#server/db/schema/companies/companies.ts'
import { newId } from '#server/lib/ids.ts'
import { sendMessage } from '#server/modules/inbox/composing/index.ts'
import {
  createConversation,
  eventually,
  findMessage,
  startWhatsappWorld,
  type WhatsappWorld,
} from '#server/test/whatsapp-world.ts'
import { type Sender, startSender } from './index.ts'

let world: WhatsappWorld
let home: Awaited<ReturnType<WhatsappWorld['company']>>
let sender: Sender | undefined

beforeEach(async () => {
  world = await startWhatsappWorld()
  home = await world.company()
})
afterEach(async () => {
  await sender?.stop()
  await world.forgetSends()
  await world.close()
})

const ctx = (): CompanyCtx => ({
  ...systemCtx(world.deps, 'test'),
  company: {
    id: home.company.id,
    name: '',
    timezone: 'UTC',
    accessBlocks: [],
    member: { role: 'admin', grants: [], visibility: 'all' },
  },
})
const set = async (values: Partial<typeof companies.$inferInsert>) => {
  await world.deps.database.db.update(companies).set(values).where(eq(companies.id, home.company.id))
  world.deps.bus.publish('channel.changed', { channelId: home.channel.id })
}
const talk = async () => {
  const conversation = await createConversation(world.deps, home.channel, {})
  const { phoneNumberId } = home.channel
  await world.control.write({ from: conversation.phone, text: 'Oi', phoneNumberId })
  return conversation
}
const send = (id: string) => sendMessage(ctx(), id, { type: 'text', clientKey: newId(), body: 'Oi' })

test('what a suspended company had accepted waits, and leaves once it may work again', async () => {
  const conversation = await talk()
  const { id } = await send(conversation.id)
  await set({ status: 'suspended' })
  await expect(send(conversation.id)).rejects.toMatchObject({ code: 'company_suspended' })
  sender = startSender(world.deps, { sweepMs: 20, ownershipSeconds: 30 })
  await new Promise((resolve) => setTimeout(resolve, 400))
  expect((await findMessage(world.deps, home.company.id, id))?.status).toBe('queued')
  await set({ status: 'active' })
  await eventually(async () => (await findMessage(world.deps, home.company.id, id))?.status !== 'queued')
})

test('a company without the access block sends nothing', async () => {
  const conversation = await talk()
  await set({ accessBlocks: ['whatsapp_chat'] })
  await expect(send(conversation.id)).rejects.toMatchObject({
    code: 'access_block_required',
    details: { data: { block: 'integrations' } },
  })
  await set({ accessBlocks: ['integrations'] })
  expect((await send(conversation.id)).status).toBe('queued')
})

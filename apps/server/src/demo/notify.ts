import { type Deps, inTransaction, systemCtx } from '#server/context.ts'
import { findAccountByEmail } from '#server/modules/identity/users/index.ts'
import { notify } from '#server/modules/product-notifications/index.ts'
import { demoAccounts } from './content.ts'
import type { DemoSeed } from './seed.ts'

type Chat = { id: string; name: string; preview: string; assignee: string; waiting: boolean }

const chatsOf = async (deps: Deps, companyId: string): Promise<Chat[]> => {
  const result = await deps.database.pool.query<Chat>(
    `select v.id, p.profile_name as name, v.last_preview as preview, u.email as assignee,
       v.last_direction = 'in' as waiting
     from conversations v join contacts p on p.company_id = v.company_id and p.id = v.contact_id
     join users u on u.id = v.assignee_id
     where v.company_id = $1 and v.status = 'open' order by v.last_message_at desc`,
    [companyId],
  )
  return result.rows
}

const channelIdOf = async (deps: Deps, companyId: string) => {
  const found = await deps.database.pool.query<{ id: string }>(
    'select id from channels where company_id = $1 limit 1',
    [companyId],
  )
  return found.rows[0]?.id
}

const ANA = 'ana@demo.recado.test'
const BRUNO = 'bruno@demo.recado.test'

/** Gives the people of the demo something in their inboxes, through the workflows that tell them things. */
export const notifyDemo = async (deps: Deps, { companies: [company] }: DemoSeed): Promise<void> => {
  const ctx = systemCtx(deps, 'demo')
  const [ana, bruno] = [await findAccountByEmail(ctx, ANA), await findAccountByEmail(ctx, BRUNO)]
  const channelId = company && (await channelIdOf(deps, company.id))
  if (!company || !ana || !bruno || !channelId) return
  const { id: companyId } = company
  const chats = await chatsOf(deps, companyId)
  const [account] = demoAccounts
  const [number] = account.phoneNumbers
  await inTransaction(ctx, async (tx) => {
    const admins = { to: 'admins', companyId } as const
    await notify(tx, [{ ...admins, workflow: 'member.joined', payload: { person: bruno.name } }], bruno.id)
    const channel = `${number.verifiedName} (${number.displayPhoneNumber})`
    await notify(tx, [{ ...admins, workflow: 'channel.connected', payload: { channelId, channel } }])
    for (const { id: conversationId, name: contact, preview, assignee, waiting } of chats) {
      const [owner, colleague] = assignee === ANA ? [ana, bruno] : [bruno, ana]
      const own = { to: { users: [owner.id] }, companyId }
      const assigned = { conversationId, contact, assigner: colleague.name }
      await notify(tx, [{ ...own, workflow: 'conversation.assigned', payload: assigned }], colleague.id)
      if (waiting)
        await notify(tx, [{ ...own, workflow: 'message.received', payload: { conversationId, contact, preview } }])
    }
  })
}

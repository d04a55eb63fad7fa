import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { type EventName, type EventPayload, emit } from '#server/events.ts'
import { addMember, createSignedIn, createUser } from '#server/test/factories.ts'
import { openProductWorld, type ProductWorld } from '#server/test/product-notifications.ts'

// Automations tell their owner that they fail, and the admins that they were paused, with the way to their runs.

let w: ProductWorld
let admin: string
let owner: string
let automation: { companyId: string; automationId: string; name: string; ownerId: string }
let page: string

beforeAll(async () => {
  w = await openProductWorld()
})
afterAll(() => w.close())

beforeEach(async () => {
  const { user, company } = await createSignedIn(w.deps)
  const member = await createUser(w.deps, { locale: 'pt' })
  await addMember(w.deps, company.id, member.id, { role: 'member' })
  admin = user.id
  owner = member.id
  automation = { companyId: company.id, automationId: randomUUID(), name: 'Boas-vindas', ownerId: owner }
  page = `/company/actions/${automation.automationId}?tab=runs`
  await w.refresh()
})

const happen = <E extends EventName>(event: E, payload: EventPayload<E>) =>
  emit(systemCtx(w.deps, 'test'), event, payload)
const told = async (userId: string) => (await w.inboxOf(userId)).map(({ content, cta }) => [content, cta.data.url])

it('lead the owner to the runs that failed', async () => {
  await happen('automation.failed', {
    ...automation,
    runId: randomUUID(),
    contactId: null,
    conversationId: null,
    code: 'window_closed',
  })
  await w.drain()
  await w.deps.database.pool.query("update notification_jobs set run_at = now() where status = 'delayed'")
  expect(await told(owner)).toEqual([
    ['Uma execução de <b>Boas-vindas</b> falhou', `${page}&state=failed&company=${automation.companyId}`],
  ])
  expect(await told(admin)).toEqual([])
})

it('lead the admins and the owner to an automation that was paused', async () => {
  await happen('automation.paused', { ...automation, reason: 'errors' })
  const url = `${page}&company=${automation.companyId}`
  expect(await told(owner)).toEqual([
    ['<b>Boas-vindas</b> foi pausada: mais de um quinto das últimas 50 execuções falhou', url],
  ])
  expect((await told(admin)).map(([, address]) => address)).toEqual([url])
})

import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { companies } from '#server/db/schema/companies/companies.ts'
import { emit } from '#server/events.ts'
import { hearEvents } from '#server/test/events.ts'
import { addMember, createCompany, createUser, signIn } from '#server/test/factories.ts'
import { openMailbox } from '#server/test/mailbox.ts'
import { openProductWorld, type ProductWorld } from '#server/test/product-notifications.ts'

// What is done to companies and members reaches the right people, in the inbox and by mail, each in their language.

let w: ProductWorld
let mailbox: Awaited<ReturnType<typeof openMailbox>>

beforeAll(async () => {
  mailbox = await openMailbox()
  w = await openProductWorld({ SMTP_URL: mailbox.smtpUrl })
})
afterAll(async () => {
  await w.close()
  await mailbox.close()
})

type Person = Awaited<ReturnType<typeof createUser>> & { headers: { cookie: string } }
type Who = 'platform' | 'owner' | 'ana' | 'bruno'
let company: Awaited<ReturnType<typeof createCompany>>
let people: Record<Who, Person>

const person = async (
  name: string,
  locale: 'en' | 'pt',
  role?: 'admin' | 'member',
  platform = false,
): Promise<Person> => {
  const user = await createUser(w.deps, { name, locale, ...(platform ? { role: 'admin' as const } : {}) })
  if (role) await addMember(w.deps, company.id, user.id, { role })
  return { ...user, headers: await signIn(w.deps, user.id, role ? company.id : null) }
}

beforeEach(async () => {
  company = await createCompany(w.deps, { name: 'Empório' })
  people = {
    platform: await person('Dora Lima', 'en', undefined, true),
    owner: await person('Otto Reis', 'en', 'admin'),
    ana: await person('Ana Souza', 'pt', 'admin'),
    bruno: await person('Bruno Melo', 'en', 'member'),
  }
  await w.deps.database.db.update(companies).set({ ownerId: people.owner.id }).where(eq(companies.id, company.id))
  await w.refresh()
})

const call = async (who: Who, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, payload?: object) => {
  const { headers } = people[who]
  const answer = await w.app.inject({ method, url, headers, ...(payload && { payload }) })
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer.body === '' ? null : answer.json()
}
const memberId = async (who: Who): Promise<string> => {
  const { data } = await call('owner', 'GET', `/api/v1/companies/${company.id}/members`)
  return data.find((row: { userId: string }) => row.userId === people[who].id).id
}
const admin = (path: string) => `/api/v1/admin/companies/${company.id}${path}`
const own = (path: string) => `/api/v1/companies/${company.id}${path}`
const why = { reason: 'Unpaid invoices since May', notify: true }

type Told = Partial<Record<Who, { inbox: RegExp; mail?: RegExp }>>
const cases: readonly [workflow: string, act: () => Promise<unknown>, told: Told][] = [
  [
    'access.changed',
    () =>
      call('platform', 'POST', '/api/v1/admin/company-access', {
        changes: [{ companyId: company.id, block: 'automations', effect: 'grant' }],
        reason: 'They asked for it',
      }),
    {
      owner: { inbox: /Features of .*Empório.* changed\. On: Automations/, mail: /Features of Empório changed/ },
      ana: {
        inbox: /Os recursos de .*Empório.* mudaram\. Ativados: Automações/,
        mail: /Os recursos de Empório mudaram/,
      },
    },
  ],
  [
    'security.impersonated',
    () =>
      call('platform', 'POST', `/api/v1/admin/users/${people.bruno.id}/impersonate`, {
        reason: 'Checking a number that fails',
        minutes: 15,
        mode: 'view',
      }),
    {
      owner: {
        inbox:
          /Dora Lima.*accessed .*Bruno Melo.*account to view it only.* · [A-Z][a-z]+ \d{1,2}, 20\d\d, \d{1,2}:\d\d [AP]M$/,
        mail: /Bruno Melo's account/,
      },
      ana: {
        inbox: /Dora Lima.*acessou a conta de .*Bruno Melo.*apenas para visualizar.* · \d\d\/\d\d\/20\d\d \d\d:\d\d$/,
        mail: /A conta de Bruno Melo/,
      },
      bruno: { inbox: /Dora Lima.*accessed .*Bruno Melo/, mail: /Bruno Melo's account/ },
    },
  ],
  [
    'security.impersonated',
    () =>
      call('platform', 'POST', `/api/v1/admin/users/${people.ana.id}/impersonate`, {
        reason: 'Checking a number that fails',
        minutes: 15,
        mode: 'act',
      }),
    {
      owner: { inbox: /can make changes/, mail: /Ana Souza's account/ },
      ana: { inbox: /pode fazer alterações/, mail: /A conta de Ana Souza/ },
    },
  ],
  [
    'company.suspended',
    () => call('platform', 'POST', admin('/suspend'), why),
    {
      owner: { inbox: /Empório.* is suspended.*Unpaid invoices/, mail: /Empório is suspended/ },
      ana: { inbox: /Empório.* está suspensa.*Unpaid invoices/, mail: /Empório está suspensa/ },
    },
  ],
  [
    'security.rules_reset',
    async () => {
      const security = { addresses: ['203.0.113.7'] }
      await w.deps.database.db.update(companies).set({ security }).where(eq(companies.id, company.id))
      // The second time there is nothing left to undo, nor to tell.
      for (const _ of [1, 2]) await call('platform', 'POST', admin('/reset-sign-in-rules'), { reason: why.reason })
    },
    {
      owner: {
        inbox: /reset the sign-in rules of .*Empório.*Unpaid/,
        mail: /sign-in rules of Empório were reset/,
      },
      ana: { inbox: /redefiniu as regras de acesso de .*Empório/, mail: /regras de acesso de Empório foram/ },
    },
  ],
  [
    'company.deletion_scheduled',
    () => call('platform', 'POST', admin('/schedule-deletion'), why),
    {
      owner: {
        inbox: /Empório.* will be deleted on [A-Z][a-z]+ \d{1,2}, 20\d\d\./,
        mail: /will be deleted on [A-Z][a-z]+ \d/,
      },
      ana: { inbox: /Empório.* será excluída em \d\d\/\d\d\/20\d\d\./, mail: /será excluída em \d\d\// },
    },
  ],
  [
    'company.deletion_scheduled',
    () => call('owner', 'POST', own('/deletion'), { name: 'Empório' }),
    {
      owner: { inbox: /will be deleted on/, mail: /Empório will be deleted/ },
      ana: { inbox: /será excluída em/, mail: /Empório será excluída/ },
    },
  ],
  [
    'member.role_changed',
    async () => call('ana', 'PATCH', own(`/members/${await memberId('bruno')}`), { role: 'admin' }),
    { bruno: { inbox: /You are now an admin|You now administer|admin/i, mail: /Empório/ } },
  ],
  [
    'member.removed',
    async () => call('ana', 'DELETE', own(`/members/${await memberId('bruno')}`)),
    { bruno: { inbox: /no longer a member of .*Empório/, mail: /no longer a member of Empório/ } },
  ],
]

it.each(cases)('%s', async (workflow, act, told) => {
  await act()
  await w.deps.jobs.drain(w.deps)
  for (const who of Object.keys(people) as Who[]) {
    const notices = (await w.inboxOf(people[who].id)).filter(
      ({ templateIdentifier }) => templateIdentifier === workflow,
    )
    const mails = await mailbox.mailsTo(w.deps, people[who].email)
    const expected = told[who]
    expect(notices, `${who}: ${JSON.stringify(notices.map(({ content }) => content))}`).toHaveLength(expected ? 1 : 0)
    expect(
      mails.map(({ subject }) => subject),
      who,
    ).toHaveLength(expected?.mail ? 1 : 0)
    if (!expected) continue
    expect(notices[0]?.content, who).toMatch(expected.inbox)
    if (expected.mail) expect(mails[0]?.subject, who).toMatch(expected.mail)
  }
})

it('of several companies reach the others when that of one fails', async () => {
  const { deps } = w
  const notice = { noticeId: randomUUID(), en: 'We move tonight', pt: 'Mudamos hoje à noite' }
  const posted = ['no company', company.id].map((companyId) => ({ ...notice, companyId }))
  await emit(systemCtx(deps, 'test'), 'company.notice_posted', ...posted)
  await expect(hearEvents(deps)).rejects.toThrow('1 of many failed')
  await expect(hearEvents(deps), 'tried again').rejects.toThrow('1 of many failed')
  await deps.database.pool.query("delete from jobs where name = 'product_notifications.company_notice_posted'")
  const told = (await w.inboxOf(people.ana.id)).map(({ templateIdentifier }) => templateIdentifier)
  expect(told).toEqual(['platform.notice'])
})

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hashPassword } from '#server/lib/password.ts'
import { createBrowser } from '#server/test/browser.ts'
import { addMember, createSignedIn, createUser, signIn } from '#server/test/factories.ts'
import { openMailbox } from '#server/test/mailbox.ts'
import { openProductWorld, type ProductWorld } from '#server/test/product-notifications.ts'

const password = 'a good long password'
let w: ProductWorld
let mailbox: Awaited<ReturnType<typeof openMailbox>>
let admin: Awaited<ReturnType<typeof createSignedIn>>
let at: string

beforeAll(async () => {
  mailbox = await openMailbox()
  w = await openProductWorld({ SMTP_URL: mailbox.smtpUrl })
})
afterAll(async () => {
  await w.close()
  await mailbox.close()
})
beforeEach(async () => {
  admin = await createSignedIn(w.deps)
  at = `/api/v1/companies/${admin.company.id}`
})

const call = async (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  payload?: object,
  headers = admin.headers,
) => {
  const answer = await w.app.inject({ method, url, headers, ...(payload && { payload }) })
  if (answer.statusCode >= 300) throw new Error(answer.body)
  return answer.body === '' ? null : answer.json()
}
const member = async (fields: Parameters<typeof createUser>[1] = {}) => {
  const user = await createUser(w.deps, { name: 'Bruno Melo', ...fields })
  await addMember(w.deps, admin.company.id, user.id, { role: 'member' })
  await w.refresh()
  const { data } = await call('GET', `${at}/members`)
  const row = data.find(({ userId }: { userId: string }) => userId === user.id)
  return { ...user, memberId: row.id, headers: await signIn(w.deps, user.id, admin.company.id) }
}
const mailsTo = async (email: string) => {
  await w.drain()
  return mailbox.mailsTo(w.deps, email)
}
const topic = async (key: string): Promise<string[]> =>
  (await w.get(`/topics/${encodeURIComponent(key)}`)).data.subscribers

describe('who is told', () => {
  it('follows the profile', async () => {
    const bruno = await member()
    await call(
      'PATCH',
      '/api/v1/me',
      { name: 'Bruno Souza Melo', locale: 'pt', timezone: 'America/Recife' },
      bruno.headers,
    )
    expect((await w.get(`/subscribers/${bruno.id}`)).data).toMatchObject({
      firstName: 'Bruno',
      lastName: 'Souza Melo',
      locale: 'pt',
      timezone: 'America/Recife',
    })
  })

  it('follows the company: its name, its members and its admins', async () => {
    const elsewhere = await signIn(w.deps, admin.user.id, admin.company.id)
    const company = await call('POST', '/api/v1/companies', { name: 'Empório' }, elsewhere)
    expect((await w.get(`/tenants/${company.id}`)).data.name).toBe('Empório')
    expect(await topic(`company:${company.id}:admins`)).toEqual([admin.user.id])
    await call('PATCH', `/api/v1/companies/${company.id}`, { name: 'Empório Boa Vista' }, elsewhere)
    expect((await w.get(`/tenants/${company.id}`)).data.name).toBe('Empório Boa Vista')

    const bruno = await member()
    expect((await topic(`company:${admin.company.id}`)).sort()).toEqual([admin.user.id, bruno.id].sort())
    await call('PATCH', `${at}/members/${bruno.memberId}`, { role: 'admin' })
    expect((await topic(`company:${admin.company.id}:admins`)).sort()).toEqual([admin.user.id, bruno.id].sort())
    await call('DELETE', `${at}/members/${bruno.memberId}`)
    expect(await topic(`company:${admin.company.id}`)).toEqual([admin.user.id])
    expect(await topic(`company:${admin.company.id}:admins`)).toEqual([admin.user.id])
  })

  it('leaves out whoever the platform has shut out, until they are let in again', async () => {
    const bruno = await member()
    await call('PATCH', `${at}/members/${bruno.memberId}`, { role: 'admin' })
    const platform = await signIn(w.deps, (await createUser(w.deps, { role: 'admin' })).id)
    const stand = (status: 'active' | 'suspended') =>
      call(
        'PUT',
        `/api/v1/admin/users/${bruno.id}/status`,
        { status, reason: 'Somebody else had the password' },
        platform,
      )
    const told = async () => {
      const before = (await w.inboxOf(bruno.id)).length
      await call('PATCH', `${at}/members/${bruno.memberId}`, { role: 'member' })
      await call('PATCH', `${at}/members/${bruno.memberId}`, { role: 'admin' })
      return (await w.inboxOf(bruno.id)).length - before
    }
    await stand('suspended')
    expect([await told(), await topic(`company:${admin.company.id}:admins`)]).toEqual([0, [admin.user.id]])
    await stand('active')
    expect((await topic(`company:${admin.company.id}:admins`)).sort()).toEqual([admin.user.id, bruno.id].sort())
    expect(await told()).toBe(2)
  })
})

describe('a former admin receives no further notifications as an admin', () => {
  /** Who would be told this very moment, before any job has run. */
  const admins = async (): Promise<string[]> => {
    const { rows } = await w.deps.database.pool.query<{ id: string }>(
      `select s.subscriber_id as id from notification_topic_members m join notification_topics t on t.id = m.topic_id
       join notification_subscribers s on s.id = m.subscriber_id
       where t.environment_id = $1 and t.key = $2 order by s.created_at`,
      [w.environment.id, `company:${admin.company.id}:admins`],
    )
    return rows.map(({ id }) => id)
  }
  const secondAdmin = async () => {
    const bruno = await member()
    await call('PATCH', `${at}/members/${bruno.memberId}`, { role: 'admin' })
    expect(await admins()).toEqual([admin.user.id, bruno.id])
    return bruno
  }

  it('from the moment in which they are removed', async () => {
    const bruno = await secondAdmin()
    await call('DELETE', `${at}/members/${bruno.memberId}`)
    expect(await admins()).toEqual([admin.user.id])
  })

  it('from the moment in which they are no admin', async () => {
    const bruno = await secondAdmin()
    await call('PATCH', `${at}/members/${bruno.memberId}`, { role: 'member' })
    expect(await admins()).toEqual([admin.user.id])
  })

  it('from the moment in which they are suspended', async () => {
    const bruno = await secondAdmin()
    const platform = await signIn(w.deps, (await createUser(w.deps, { role: 'admin' })).id)
    const status = { status: 'suspended', reason: 'Somebody else had the password' }
    await call('PUT', `/api/v1/admin/users/${bruno.id}/status`, status, platform)
    expect(await admins()).toEqual([admin.user.id])
  })
})

describe('members', () => {
  it('hear of a new role and of their removal, in the inbox and by mail', async () => {
    const bruno = await member({ locale: 'pt' })
    await call('PATCH', `${at}/members/${bruno.memberId}`, { role: 'admin' })
    await call('PATCH', `${at}/members/${bruno.memberId}`, { role: 'admin' })
    await call('DELETE', `${at}/members/${bruno.memberId}`)
    expect((await w.inboxOf(bruno.id)).map(({ content, cta }) => [content, cta.data.url])).toEqual([
      ['Você não faz mais parte de <b>Test company</b>', '/companies'],
      ['Agora você administra Test company', `/companies/${admin.company.id}?company=${admin.company.id}`],
    ])
    const mails = await mailsTo(bruno.email)
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      'Agora você administra Test company',
      'Você não faz mais parte de Test company',
    ])
    expect(mails.map(({ html }) => html.replaceAll('&#x3D;', '=')).join()).toContain(
      `href="http://localhost:5000/companies/${admin.company.id}?company=${admin.company.id}"`,
    )
    expect(await w.inboxOf(admin.user.id)).toEqual([])
  })

  it('who join are announced to the admins, but not to themselves', async () => {
    const email = `${admin.company.id}@joins.example.test`
    await call('POST', `${at}/invitations`, { emails: [email], role: 'admin' })
    const [mail] = await mailsTo(email)
    const token = /\/invitations\/([\w-]+)/.exec(mail?.text ?? '')?.[1]
    const user = await createUser(w.deps, { name: 'Bia Souza', email })
    await call('POST', `/api/v1/invitations/${token}/accept`, {}, await signIn(w.deps, user.id))
    expect((await w.inboxOf(admin.user.id)).map(({ content, cta }) => [content, cta.data.url])).toEqual([
      [
        '<b>Bia Souza</b> joined <b>Test company</b>',
        `/companies/${admin.company.id}?tab=members&company=${admin.company.id}`,
      ],
    ])
    expect(await w.inboxOf(user.id)).toEqual([])
  })
})

describe('the owner of an account', () => {
  const person = async () => createUser(w.deps, { passwordHash: await hashPassword(password, 64), locale: 'pt' })
  let ip = 0
  const browser = (userAgent = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0') =>
    createBrowser(w.app, { userAgent, ip: `10.9.0.${++ip}` })
  const edge =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0'

  it('hears of a new device and of a new password, whatever they prefer', async () => {
    const user = await person()
    const first = browser()
    await first.signIn(user.email, password)
    await w.refresh()
    await w.app.inject({
      method: 'PATCH',
      url: `/v1/subscribers/${user.id}/preferences`,
      headers: w.headers,
      payload: { enabled: false },
    })
    await browser(edge).signIn(user.email, password)
    await first.put('/api/v1/me/password', { current: password, password: 'an even better password' })
    const notices = await w.inboxOf(user.id)
    expect(notices.map(({ templateIdentifier }) => templateIdentifier).sort()).toEqual([
      'security.new_device',
      'security.password_changed',
    ])
    const device = notices.find(({ templateIdentifier }) => templateIdentifier === 'security.new_device')
    expect(device?.content).toContain('Novo acesso: <b>Microsoft Edge, Windows</b> · 10.9.0.')
    expect(device?.cta.data.url).toBe('/profile?tab=security')
    const mails = await mailsTo(user.email)
    expect(mails.map(({ subject }) => subject).sort()).toEqual(['Novo acesso', 'Sua senha foi alterada'])
  })

  it('hears once a day that too many wrong passwords were tried; an unknown address stirs nothing', async () => {
    const user = await person()
    const tries = async (email: string, count: number) => {
      for (let i = 0; i < count; i++) await browser().signIn(email, `wrong password ${i}`)
    }
    await tries(user.email, 8)
    await w.deps.jobs.drain(w.deps)
    expect(await w.inboxOf(user.id)).toEqual([])
    await tries(user.email, 4)
    await tries('nobody@example.test', 12)
    await w.deps.jobs.drain(w.deps)
    expect((await w.inboxOf(user.id)).map(({ templateIdentifier }) => templateIdentifier)).toEqual(['security.locked'])
    expect((await mailsTo(user.email)).map(({ subject }) => subject)).toEqual([
      'Muitas tentativas de acesso com senha incorreta',
    ])
  })
})

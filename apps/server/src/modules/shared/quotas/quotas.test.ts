import { dailyQuotas, storageQuota } from '@recado/contracts/shared/quotas'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { files } from '#server/db/schema/shared/files.ts'
import { newId } from '#server/lib/ids.ts'
import { hashToken } from '#server/lib/seal.ts'
import { buildOwnApp, type TestApp } from '#server/test/app.ts'
import {
  addMember,
  createChannel,
  createConversation,
  createSignedIn,
  createUser,
  signIn,
} from '#server/test/factories.ts'
import { spendMail } from './index.ts'

let t: TestApp
let admin: Awaited<ReturnType<typeof createSignedIn>>

beforeAll(async () => {
  t = await buildOwnApp()
  const at = t.deps.now()
  t.deps.now = () => at
})
afterAll(() => t.close())
beforeEach(async () => {
  admin = await createSignedIn(t.deps)
})

type Headers = { cookie: string }
const post = (url: string, payload: object = {}, headers: Headers = admin.headers) =>
  t.app.inject({ method: 'POST', url: `/api/v1${url}`, headers, payload })
const colleague = async () => {
  const user = await createUser(t.deps)
  await addMember(t.deps, admin.company.id, user.id)
  return signIn(t.deps, user.id, admin.company.id)
}
/** As if so much had been used today. */
const used = (subject: string, amount: number) =>
  t.deps.database.pool.query('insert into quota_uses (subject, day, used) values ($1, $2, $3)', [
    ...[subject, t.deps.now().toISOString().slice(0, 10), amount],
  ])
const count = async (table: string) =>
  Number((await t.deps.database.pool.query(`select count(*) as n from ${table}`)).rows[0]?.n)

describe('quotas of a day', () => {
  it('let a person have so many archives, however many are asked for at once, and the next again tomorrow', async () => {
    const { person } = dailyQuotas.accountArchives
    const answers = await Promise.all(Array.from({ length: person + 3 }, () => post('/me/exports')))
    expect(answers.filter(({ statusCode }) => statusCode < 300)).toHaveLength(person)
    const refused = answers.find(({ statusCode }) => statusCode === 429)
    expect(refused?.json()).toMatchObject({
      ...{ code: 'quota_exceeded', data: { quota: 'accountArchives', of: 'person', limit: person } },
    })
    expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
    expect(await count(`background_tasks where user_id = '${admin.user.id}'`)).toBe(person)
    const { now } = t.deps
    t.deps.now = () => new Date(now().getTime() + 86_400_000)
    try {
      expect((await post('/me/exports')).statusCode).toBeLessThan(300)
    } finally {
      t.deps.now = now
    }
  })

  it('let everybody have the archive of their own data, whatever their colleagues asked for', async () => {
    const colleagues = await Promise.all(Array.from({ length: 8 }, colleague))
    for (const headers of colleagues) expect((await post('/me/exports', {}, headers)).statusCode).toBe(202)
  })

  it('let the people of a company have so many together', async () => {
    const { company } = dailyQuotas.transcripts
    const { channel } = await createChannel(t.deps, admin.company.id)
    const { id } = await createConversation(t.deps, admin.company.id, { channelId: channel.id })
    await used(`transcripts company ${admin.company.id}`, company - 1)
    const url = `/conversations/${id}/exports`
    expect((await post(url, { format: 'txt' }, await colleague())).statusCode).toBeLessThan(300)
    expect((await post(url, { format: 'txt' }, await colleague())).json()).toMatchObject({
      ...{ code: 'quota_exceeded', data: { quota: 'transcripts', of: 'company', limit: company } },
    })
    const other = await createSignedIn(t.deps)
    expect(
      (await post('/list-exports', { list: 'audit', filter: {}, format: 'csv' }, other.headers)).statusCode,
    ).toBeLessThan(300)
    await used(`exports person ${admin.user.id}`, dailyQuotas.exports.person)
    expect((await post('/list-exports', { list: 'audit', filter: {}, format: 'csv' })).json()).toMatchObject({
      ...{ code: 'quota_exceeded', data: { quota: 'exports', of: 'person' } },
    })
  })

  it('let one address have so many mails, whoever asks for them', async () => {
    const { address } = dailyQuotas.mails
    const to = `nobody-${newId()}@example.com`
    const askers = await Promise.all(Array.from({ length: address + 1 }, () => createSignedIn(t.deps)))
    const codes: number[] = []
    for (const asker of askers) {
      const url = `/companies/${asker.company.id}/invitations`
      codes.push((await post(url, { emails: [to], role: 'member' }, asker.headers)).statusCode)
    }
    expect(codes.map((code) => code < 300)).toEqual([...Array(address).fill(true), false])
    expect(codes.at(-1)).toBe(429)
    expect(await count(`jobs where name = 'mail.send'`)).toBe(address)
    expect(await count(`invitations where email = '${to}'`)).toBe(address)
  })

  it('hold no one up who invites the same people at the same time in another order', async () => {
    const emails = Array.from({ length: 20 }, (_, n) => `nobody-${n}-${newId()}@example.com`)
    const companies = await Promise.all(Array.from({ length: 4 }, () => createSignedIn(t.deps)))
    const answers = await Promise.all(
      companies.map(({ company, headers }, n) => {
        const payload = { emails: n % 2 === 0 ? emails : emails.toReversed(), role: 'member' }
        return post(`/companies/${company.id}/invitations`, payload, headers)
      }),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201])
  })

  it('leave an invitation of several as it was that cannot be sent again', async () => {
    const url = `/companies/${admin.company.id}/invitations`
    const email = `nobody-${newId()}@example.com`
    const invited = await post(url, { emails: [email], role: 'member' })
    const { id } = invited.json().data[0]
    await t.deps.database.pool.query('update quota_uses set used = $2 where subject = $1', [
      ...[`mails person ${admin.user.id}`, dailyQuotas.mails.person],
    ])
    const state = async () => [
      (await t.deps.database.pool.query(`select token_hash, expires_at from invitations where id = '${id}'`)).rows,
      await count(`quota_uses where subject like 'mails address%' and used > 1`),
    ]
    const was = await state()
    const answer = await post(`${url}/changes`, { selection: { ids: [id] }, change: 'resend' })
    expect(answer.json()).toEqual({ done: 0, skipped: [{ id, label: email, code: 'quota_exceeded' }] })
    expect(await state()).toEqual(was)
  })

  it('say nothing of an address to someone who is not signed in', async () => {
    const user = await createUser(t.deps)
    await used(`mails address reset ${hashToken(user.email)} from 127.0.0.1`, dailyQuotas.mails.address)
    const before = await count(`jobs where name = 'mail.send'`)
    expect((await post('/auth/forgot-password', { email: user.email })).statusCode).toBeLessThan(300)
    await t.deps.jobs.drain(t.deps)
    expect(await count(`jobs where name = 'mail.send'`)).toBe(before)
    expect(await count(`jobs where name = 'auth.mail_account' and status = 'completed'`)).toBe(1)
  })

  it('of a stranger who asks for the mails of an address leave its owner theirs, elsewhere', async () => {
    const user = await createUser(t.deps)
    const limit = dailyQuotas.mails.address
    const asks = async (kind: string, ip: string, times: number) => {
      const ctx = { ...systemCtx(t.deps, 'test'), ip }
      for (let time = 0; time < times; time++) await spendMail(ctx, kind, user.email)
    }
    await asks('reset', '203.0.113.7', limit)
    await expect(asks('reset', '203.0.113.7', 1)).rejects.toMatchObject({ code: 'quota_exceeded' })
    await asks('reset', '198.51.100.1', limit)
    for (const place of [2, 3, 4]) await asks('reset', `198.51.100.${place}`, limit)
    await expect(asks('reset', '198.51.100.5', 1)).rejects.toMatchObject({ code: 'quota_exceeded' })
  })
})

describe('storage', () => {
  const upload = async (headers: Headers = admin.headers) => {
    const body = new FormData()
    body.set('file', new Blob(['%PDF-1.4 a document'], { type: 'application/pdf' }), 'a.pdf')
    const request = new Request('http://localhost', { method: 'POST', body })
    return t.app.inject({
      ...{ method: 'POST', url: '/api/v1/canned-replies/files', payload: Buffer.from(await request.arrayBuffer()) },
      headers: {
        cookie: `${headers.cookie}; XSRF-TOKEN=t`,
        'x-xsrf-token': 't',
        'content-type': request.headers.get('content-type') ?? '',
      },
    })
  }
  const stored = (ownerKind: string, size: number) =>
    t.deps.database.db.insert(files).values({
      ...{
        id: newId(),
        companyId: admin.company.id,
        ownerKind,
        path: 'none',
        name: 'x',
        mime: 'x/y',
        size,
        sha256: '',
      },
    })

  it('ends at so many bytes, what customers sent apart, and nothing of what was refused stays', async () => {
    await stored('message', storageQuota)
    await stored('task', storageQuota)
    await stored('attachment', storageQuota - 30)
    expect((await upload()).statusCode).toBeLessThan(300)
    const rows = await count('files')
    const refused = await upload()
    expect([refused.statusCode, refused.json().code]).toEqual([507, 'storage_quota_exceeded'])
    expect(await count('files')).toBe(rows)
    const other = await createSignedIn(t.deps)
    expect((await upload(other.headers)).statusCode).toBeLessThan(300)
  })

  it('takes so much a day from one person', async () => {
    await used(`uploads person ${admin.user.id}`, dailyQuotas.uploads.person)
    expect((await upload()).json()).toMatchObject({ code: 'quota_exceeded', data: { quota: 'uploads', of: 'person' } })
  })
})

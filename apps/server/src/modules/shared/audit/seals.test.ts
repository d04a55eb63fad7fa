import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { auditLogs, auditSeals } from '#server/db/schema/shared/audit.ts'
import { newId } from '#server/lib/ids.ts'
import { createCompany, createUser } from '#server/test/factories.ts'
import { openProductWorld, type ProductWorld } from '#server/test/product-notifications.ts'
import { recordAudit } from './actions.ts'
import { verifyJob } from './jobs.ts'
import { maskSecrets } from './mask.ts'
import { forgetAudit, sealAudit, verifyAudit } from './seals.ts'

let world: ProductWorld
beforeAll(async () => {
  world = await openProductWorld()
})
afterAll(() => world.close())

const ctx = () => systemCtx(world.deps, 'tests')
const write = (companyId: string, label: string) =>
  recordAudit(ctx(), { action: 'company.updated', companyId, target: { type: 'company', id: companyId, label } })

/** Changes rows as someone would who has the database itself. */
const tamper = async (statement: string, id: string) => {
  const client = await world.deps.database.pool.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query(statement, [id])
  } finally {
    await client.query('set session_replication_role = origin')
    client.release()
  }
}

describe('the audit log', () => {
  test('can be added to only', async () => {
    const { id: company } = await createCompany(world.deps)
    await write(company, 'one')
    const { pool } = world.deps.database
    for (const statement of [
      `update audit_logs set action = 'x' where company_id = '${company}'`,
      `delete from audit_logs where company_id = '${company}'`,
      'truncate audit_logs',
    ])
      await expect(pool.query(statement)).rejects.toThrow('append-only')
  })

  test('is whole after any number of seals, and says which row was changed, taken out or resealed', async () => {
    const [first, second] = [await createCompany(world.deps), await createCompany(world.deps)]
    for (const label of ['a', 'b', 'c']) await write(first.id, label)
    await sealAudit(ctx())
    for (const label of ['d', 'e']) await write(first.id, label)
    await write(second.id, 'a')
    await sealAudit(ctx())
    expect(await sealAudit(ctx())).toBe(0)
    expect((await verifyAudit(ctx())).broken).toEqual([])

    const rows = await world.deps.database.db.select().from(auditLogs).where(eq(auditLogs.companyId, first.id))
    const idOf = (label: string) => rows.find((row) => row.targetLabel === label)?.id ?? ''
    await tamper(`update audit_logs set target_label = 'z' where id = $1`, idOf('b'))
    await tamper('delete from audit_logs where id = $1', idOf('d'))
    const { broken } = await verifyAudit(ctx())
    expect(broken).toEqual([
      { company: first.id, entryId: idOf('b'), kind: 'changed' },
      { company: first.id, entryId: idOf('d'), kind: 'missing' },
    ])
    await world.deps.database.db.delete(auditSeals).where(eq(auditSeals.auditId, idOf('c')))
    expect((await verifyAudit(ctx())).broken).toContainEqual({ company: first.id, entryId: idOf('d'), kind: 'missing' })
  })

  test('that does not fit its seals is told to the admins', async () => {
    const admin = await createUser(world.deps, { role: 'admin' })
    await world.refresh()
    const company = await createCompany(world.deps)
    await write(company.id, 'a')
    await sealAudit(ctx())
    const [row] = await world.deps.database.db.select().from(auditLogs).where(eq(auditLogs.companyId, company.id))
    await tamper(`update audit_logs set ip = '203.0.113.7' where id = $1`, row?.id ?? '')
    await verifyJob.run(world.deps, {}, { id: newId(), companyId: '', attempt: 1, signal: AbortSignal.timeout(5000) })
    const notices = await world.inboxOf(admin.id)
    expect(notices.map(({ templateIdentifier }) => templateIdentifier)).toEqual(['audit.broken'])
  })

  test('forgets what is older than two years, seals and all', async () => {
    const company = await createCompany(world.deps)
    const old = new Date()
    old.setUTCFullYear(old.getUTCFullYear() - 3)
    const base = { companyId: company.id, actorKind: 'system' as const, action: 'company.updated' }
    const [oldId, recentId] = [newId(), newId()]
    await world.deps.database.db.insert(auditLogs).values([
      { ...base, id: oldId, createdAt: old },
      { ...base, id: recentId },
    ])
    await forgetAudit(ctx())
    const left = await world.deps.database.db.select().from(auditLogs).where(eq(auditLogs.companyId, company.id))
    expect(left.map(({ id }) => id)).toEqual([recentId])
  })

  test('hides what is named like a secret', () => {
    const diff = {
      accessToken: 'EAA',
      name: 'A',
      nested: [{ api_key: 'k' }],
      password: { before: 'a', after: 'b' },
      tokens: 3,
    }
    expect(maskSecrets(diff)).toEqual({
      accessToken: '••••',
      name: 'A',
      nested: [{ api_key: '••••' }],
      password: '••••',
      tokens: 3,
    })
  })
})

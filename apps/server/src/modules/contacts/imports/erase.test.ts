import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { contacts } from '#server/db/schema/contacts/contacts.ts'
import { newId } from '#server/lib/ids.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { createImporter } from '#server/test/contact-files.ts'
import { eraseImports } from './erase.ts'

let server: TestApp
beforeAll(async () => {
  server = await buildTestApp()
})
afterAll(() => server.close())

test('a file that only names a person goes too, before anything came of it', async () => {
  const me = await createImporter(server)
  const file = 'nome;telefone;e-mail\nZoé;(11) 97777-6666;\n'
  const [theirs, byMail, other] = [
    (await me.upload(file)).json(),
    (await me.upload('nome;e-mail\nZoé;Zoe@exemplo.com.br\n')).json(),
    (await me.upload('nome;telefone\nRui;11988887777\n')).json(),
  ]
  await eraseImports(
    systemCtx(server.deps, 'test'),
    {
      ...{ companyId: me.company.id, mode: 'delete', contactIds: [newId()], bsuids: [], names: ['Zoé'] },
      ...{ phones: ['5511977776666'], emails: ['zoe@exemplo.com.br'] },
    },
    new AbortController().signal,
  )
  const states = await Promise.all([theirs, byMail, other].map(async ({ id }) => (await me.read(id)).state))
  expect(states).toEqual(['canceled', 'canceled', 'uploaded'])
})

test('nothing of a person stays in the imports that they came with, and the figures do', async () => {
  const me = await createImporter(server)
  const done = await me.run('nome;telefone\nZoé;11988887777\n')
  const { db } = server.deps.database
  const [contact] = await db.select().from(contacts).where(eq(contacts.companyId, me.company.id))
  const subject = { mode: 'delete' as const, phones: [], bsuids: [], emails: [], names: ['Zoé'] }
  const { signal } = new AbortController()
  await eraseImports(
    systemCtx(server.deps, 'test'),
    { ...subject, companyId: me.company.id, contactIds: [contact?.id ?? ''] },
    signal,
  )
  expect(await me.read(done.id)).toMatchObject({ counts: { created: 1 }, preview: [] })
  const { rows } = await db.execute(sql`select 1 from contact_import_rows where import_id = ${done.id}`)
  expect(rows).toEqual([])
})

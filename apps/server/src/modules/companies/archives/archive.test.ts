import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemCtx } from '#server/context.ts'
import { buildTestApp, type TestApp } from '#server/test/app.ts'
import { createCompany } from '#server/test/factories.ts'
import { writeArchive } from './archive.ts'
import type { KeptFile } from './queries.ts'

let t: TestApp
beforeAll(async () => {
  t = await buildTestApp()
})
afterAll(() => t.close())

const progress = { report: () => Promise.resolve(), signal: new AbortController().signal }

async function* filesOf(...files: KeptFile[]) {
  yield* files
}

const archiveOf = async (from: string, ...files: KeptFile[]) => {
  const { id: ownerId } = await createCompany(t.deps)
  const tables = [{ file: 'labels', from, columns: ['id', 'name'] }]
  return writeArchive(systemCtx(t.deps, 'test'), { ownerId, tables, files: filesOf(...files), readme: 'Hi' }, progress)
}

test('an archive that cannot be read to its end fails for its reader, and for nobody else', async () => {
  expect(await text(await archiveOf('labels'))).toContain('labels.csv')
  await expect(text(await archiveOf('no_such_table'))).rejects.toThrow()
  const lost = { id: 'a', name: 'photo.png', path: 'no/such/file', size: 3, createdAt: '2026-11-24T03:00:00Z' }
  await expect(text(await archiveOf('labels', lost))).rejects.toThrow()
})

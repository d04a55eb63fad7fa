import { type ImportState, importRules } from '@recado/contracts/contacts/imports'
import type { Deps } from '#server/context.ts'
import { contactImports } from '#server/db/schema/contacts/imports.ts'
import { files } from '#server/db/schema/shared/files.ts'
import { newId } from '#server/lib/ids.ts'

const phone = () => `119${String(Math.floor(Math.random() * 90_000_000) + 10_000_000)}`

const mapping = {
  ...{ columns: ['name' as const, 'phone' as const], dateOrder: 'dmy' as const, decimal: ',' as const, country: 'BR' },
  ...{ tags: [], listId: null, ownerId: null, externalSource: '' },
}

const createImport = async (deps: Deps, companyId: string, authorId: string, state: ImportState): Promise<string> => {
  const { db } = deps.database
  const id = newId()
  const cells = ['Zoé', phone()]
  const store = async (content: string) => {
    const stored = await deps.files.put(Buffer.from(content), 10_000)
    const file = { ...stored, id: newId(), companyId, ownerKind: 'task', ownerId: id, name: 'a.csv', mime: 'text/csv' }
    await db.insert(files).values(file)
    return file
  }
  const file = await store(`nome;telefone\n${cells.join(';')}\n`)
  const rows = await store(`${JSON.stringify(cells)}\n`)
  const isStarted = ['running', 'completed'].includes(state)
  await db.insert(contactImports).values({
    ...{
      id,
      companyId,
      authorId,
      state,
      mapping,
      rules: importRules.parse({}),
      rows: 1,
      fileName: 'a.csv',
      format: 'csv',
    },
    ...{ fileId: file.id, rowsFileId: rows.id, bytes: file.size, hash: file.sha256 },
    reading: {
      ...{ sheets: [], sheet: null, encoding: 'utf-8', delimiter: ';', header: true, columns: ['nome', 'telefone'] },
      size: rows.size,
    },
    counts: state === 'ready' || state === 'completed' ? { created: 1 } : {},
    startedAt: isStarted ? new Date() : null,
    finishedAt: state === 'completed' ? new Date() : null,
  })
  return id
}

/** Imports of contacts, one at each place that a call needs. */
export const createImports = async (deps: Deps, companyId: string, authorId: string) => ({
  mapped: await createImport(deps, companyId, authorId, 'mapped'),
  ready: await createImport(deps, companyId, authorId, 'ready'),
  running: await createImport(deps, companyId, authorId, 'running'),
  completed: await createImport(deps, companyId, authorId, 'completed'),
})

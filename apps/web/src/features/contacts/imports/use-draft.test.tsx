import { type ContactImport, importRules } from '@recado/contracts/contacts/imports'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { useDraft } from './use-draft.ts'

beforeEach(() => sessionStorage.clear())

const imported = (columns: ContactImport['mapping']['columns'], version: number): ContactImport => ({
  ...{ id: '019a0000-0000-7000-8000-000000000001', fileName: 'contacts.csv', format: 'csv', bytes: 10, rows: 1 },
  ...{ state: 'uploaded', progress: 0, counts: null, reverted: null, error: null, author: null, undoUntil: null },
  ...{ createdAt: '2026-01-01T00:00:00Z', startedAt: null, finishedAt: null, sheets: [], sheet: null },
  ...{ encoding: 'utf-8', delimiter: ',', header: true, columns: columns.map(String), suggestions: [], preview: [] },
  mapping: {
    ...{ columns, dateOrder: 'dmy', decimal: ',', country: 'BR' },
    ...{ tags: [], listId: null, ownerId: null, externalSource: '' },
  },
  rules: importRules.parse({}),
  ...{ phonesFixed: 0, reasons: [], sameFile: null, waits: false, version },
})

test('reading the file another way keeps the rules and what every row gets', () => {
  const client = new QueryClient()
  const { result, rerender } = renderHook(({ found }) => useDraft(found), {
    initialProps: { found: imported([null], 1) },
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  act(() => result.current.changeRules({ onMatch: 'overwrite' }))
  act(() => result.current.changeMapping({ tags: ['fair'] }))
  const again = imported(['name', 'phone'], 2)
  act(() => result.current.readAgain(again))
  rerender({ found: again })
  expect(result.current.rules.onMatch).toBe('overwrite')
  expect(result.current.mapping).toMatchObject({ columns: ['name', 'phone'], tags: ['fair'] })
})

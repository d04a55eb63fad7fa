import { checkFilter } from '@recado/contracts/contacts/check-filter'
import { contactFields } from '@recado/contracts/contacts/contact-fields'
import { expect, test } from 'vitest'
import { chipsAsTree } from './chips-as-tree.ts'
import { filterOf, validateContactSearch } from './search.ts'

const filter = { value: 'OR' as const, children: [{ field: 'city', operator: 'EQUAL' as const, value: 'Recife' }] }

test('all chips of the list are conditions of one tree that can be asked', () => {
  const tree = chipsAsTree({
    tag: 'a,b',
    list: 'c',
    owner: 'd,none',
    lifecycle: 'none',
    marketing: 'granted',
    source: 'import',
    inboundFrom: '2026-05-01',
    inboundTo: '2026-05-31',
    createdTo: '2026-01-01',
    filter,
  })
  expect(checkFilter(tree, contactFields([], { personalData: true }))).toEqual([])
  expect(tree.children).toMatchObject([
    { field: 'tags', value: ['a', 'b'] },
    { field: 'lists' },
    {
      value: 'OR',
      children: [
        { operator: 'IN', value: ['d'] },
        { operator: 'IS_DEFINED', value: false },
      ],
    },
    { field: 'lifecycle', operator: 'IS_DEFINED', value: false },
    { field: 'consent.whatsapp.marketing' },
    { field: 'source' },
    { field: 'last_inbound_at', operator: 'BETWEEN' },
    { field: 'created_at', operator: 'SMALLER_EQUAL' },
    filter,
  ])
})

test('conditions are read from an address and from a saved view, and anything else is dropped', () => {
  expect(validateContactSearch({ filter })).toEqual({ filter })
  expect(validateContactSearch(filterOf({ filter, tag: 'a' }))).toEqual({ filter, tag: 'a' })
  for (const raw of ['{', '[]', { value: 'AND', children: [] }, { value: 'XOR', children: [1] }, 7])
    expect(validateContactSearch({ filter: raw })).toEqual({})
})

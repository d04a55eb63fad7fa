import { encodeCursor } from '../../apps/server/src/lib/cursor.ts'
import type { HttpRequest } from '../load/http-load.ts'
import type { AddressBook } from './address-book.ts'
import type { Stage } from './stage.ts'

type Place = { id: string; at: string; inbound: string; name: string; phone: string; email: string; code: string }

/** People from all over the address book: places in its lists, and what someone searches for who knows them. */
const somePeople = async ({ deps }: Stage, { company }: AddressBook): Promise<Place[]> => {
  const { rows } = await deps.database.pool.query<Place>(
    `select id, created_at::text as at, last_inbound_at::text as inbound, phone, email,
        sort_name as name, attributes ->> 'code' as code
      from contacts tablesample system (1) repeatable (7)
      where company_id = $1 and last_inbound_at is not null and phone is not null and email is not null limit 400`,
    [company.id],
  )
  return rows.filter((_, i) => i % 10 === 0)
}

const grouped = (phone: string) => `+${phone.slice(0, 2)} (${phone.slice(2, 4)}) ${phone.slice(4, 9)}-${phone.slice(9)}`

const equal = (key: string, value: string) => ({
  filter: JSON.stringify({ value: 'AND', children: [{ field: `attributes.${key}`, operator: 'EQUAL', value }] }),
})

const pathOf = (query: Record<string, string>) => `/api/v1/contacts?${new URLSearchParams({ limit: '50', ...query })}`

/** Requests for pages of the address book, by what they ask for. */
export const listRequests = async (stage: Stage, book: AddressBook): Promise<[string, HttpRequest[]][]> => {
  const people = await somePeople(stage, book)
  const { tagIds, listIds } = book
  const usual = tagIds[0] ?? ''
  const rare = tagIds.at(-1) ?? ''
  const small = listIds.at(-1) ?? ''
  const all: [string, Record<string, string>[]][] = [
    ...['created', '-created', 'name', '-name', 'inbound', '-inbound'].map(
      (sort): [string, Record<string, string>[]] => [`first page by ${sort}`, [{ sort }]],
    ),
    ['deep page by created', people.map(({ id, at }) => ({ cursor: encodeCursor({ id, at }) }))],
    ['deep page by name', people.map(({ id, name }) => ({ sort: 'name', cursor: encodeCursor({ id, key: name }) }))],
    [
      'deep page by inbound',
      people.map(({ id, inbound }) => ({ sort: 'inbound', cursor: encodeCursor({ id, at: inbound }) })),
    ],
    ['search, common part of a name', [{ search: 'oliv' }, { search: 'marcos' }, { search: 'mar' }]],
    ['search, two words of a name', people.map(({ name }) => ({ search: name.split(' ').slice(0, 2).join(' ') }))],
    ['search, a name that is not there', [{ search: 'ornitorrinco' }, { search: 'zzyx' }]],
    ['search, phone as it is dialled', people.map(({ phone }) => ({ search: grouped(phone) }))],
    [
      'search, phone without its ninth digit',
      people.map(({ phone }) => ({ search: phone.slice(2, 4) + phone.slice(5) })),
    ],
    ['search, end of a phone', people.map(({ phone }) => ({ search: phone.slice(-6) }))],
    ['search, e-mail address', people.map(({ email }) => ({ search: email }))],
    ['search, value of a searchable attribute', people.map(({ code }) => ({ search: code }))],
    [
      'search in the order of names',
      [
        { search: 'oliv', sort: 'name' },
        { search: 'ana ', sort: 'name' },
      ],
    ],
    ['filter by an attribute, one of a kind', people.map(({ code }) => equal('code', code.toLowerCase()))],
    ['filter by an attribute, common', [equal('city', 'são paulo'), { ...equal('city', 'RECIFE'), sort: 'name' }]],
    ['filter by a common tag', [{ tag: usual }]],
    ['filter by a rare tag', [{ tag: rare }]],
    [
      'filter by a tag, by name',
      [
        { tag: usual, sort: 'name' },
        { tag: rare, sort: 'name' },
      ],
    ],
    ['filter by a large list', [{ list: listIds[0] ?? '' }]],
    ['filter by a small list', [{ list: small }, { list: small, sort: 'name' }]],
    [
      'filter by consent',
      [{ marketing: 'granted' }, { marketing: 'denied' }, { marketing: 'granted', sort: 'inbound' }],
    ],
    ['filter by stage', [{ lifecycle: 'customer' }, { lifecycle: 'lead', sort: 'name' }]],
    ['filter by last message', [{ inboundFrom: '2020-01-01', inboundTo: '2026-01-01' }, { inboundFrom: '2026-06-01' }]],
    [
      'two filters with few hits',
      [
        { tag: rare, marketing: 'denied' },
        { list: small, tag: rare },
        { search: 'drummond', marketing: 'denied' },
        { list: small, lifecycle: 'inactive', source: 'chat' },
      ],
    ],
    [
      'first page with its count',
      [{ count: 'exact' }, { count: 'exact', tag: usual }, { count: 'exact', search: 'oliv' }],
    ],
  ]
  const headers = { cookie: book.company.cookie }
  return all.map(([name, queries]) => [
    name,
    queries.map((query) => ({ method: 'GET', path: pathOf(query), headers, body: null })),
  ])
}

type Condition = { field: string; operator: string; value: unknown }
const tree = (...children: Condition[]) => ({ value: 'AND', children })

/** Conditions of segments, by what they ask for. */
export const segmentFilters = ({ tagIds, listIds }: AddressBook) => {
  const tag = { field: 'tags', operator: 'ANY_IN', value: tagIds.slice(0, 2) }
  const gold = { field: 'attributes.plan', operator: 'EQUAL', value: 'gold' }
  const visits = { field: 'attributes.visits', operator: 'LARGER', value: 3 }
  const consent = { field: 'consent.whatsapp.marketing', operator: 'EQUAL', value: 'granted' }
  return {
    'one attribute': tree(gold),
    'five fields of the contact': tree(tag, gold, visits, consent, {
      field: 'last_inbound_at',
      operator: 'LARGER',
      value: 'now-180d',
    }),
    'five conditions, of lists and conversations too': tree(
      tag,
      { field: 'name', operator: 'LIKE', value: 'oliv' },
      { field: 'lists', operator: 'ANY_IN', value: listIds.slice(0, 1) },
      { field: 'messages.wrote.30', operator: 'LARGER', value: 0 },
      { field: 'city', operator: 'NOT_EQUAL', value: 'Recife' },
    ),
  }
}

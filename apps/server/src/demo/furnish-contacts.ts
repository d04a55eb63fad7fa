import { v7 as uuidv7 } from 'uuid'
import type { Deps } from '#server/context.ts'
import { lookForDuplicates } from '#server/modules/contacts/duplicates/index.ts'
import {
  type DemoPerson,
  demoContactNotes,
  demoFiled,
  demoLists,
  demoPeople,
  demoSegment,
  demoTags,
} from './contact-content.ts'
import { insertRows, type Row } from './rows.ts'

const DAY = 24 * 60 * 60 * 1000

type Company = { companyId: string; scope: string; users: ReadonlyMap<string, string> }
type Names = {
  tags: (names?: readonly string[]) => string[]
  lists: (names?: readonly string[]) => string[]
  person: (name: string | undefined) => string | null
}

const idsOf =
  (ids: ReadonlyMap<string, string>) =>
  (names: readonly string[] = []) =>
    names.map((name) => {
      const id = ids.get(name)
      if (!id) throw new Error(`The demo has no ${name}`)
      return id
    })

const furnishGroups = async (deps: Deps, { companyId, users }: Company): Promise<Names> => {
  const tags = new Map(demoTags.map(({ name }) => [name, uuidv7()]))
  const lists = new Map(demoLists.map(({ name }) => [name, uuidv7()]))
  await insertRows(
    deps,
    'contact_tags',
    demoTags.map((tag) => ({ ...tag, company_id: companyId, id: tags.get(tag.name) })),
  )
  await insertRows(
    deps,
    'contact_lists',
    demoLists.map((list) => ({ ...list, company_id: companyId, id: lists.get(list.name) })),
  )
  const { name, tag, stage } = demoSegment
  const children = [
    { field: 'tags', operator: 'ANY_IN', value: [tags.get(tag)] },
    { field: 'lifecycle', operator: 'EQUAL', value: stage },
  ]
  await insertRows(deps, 'segments', [
    { id: uuidv7(), company_id: companyId, name, filter: { value: 'AND', children }, shared: true },
  ])
  return {
    tags: idsOf(tags),
    lists: idsOf(lists),
    person: (first) => (first && users.get(`${first}@demo.recado.test`)) || null,
  }
}

const listRows = (names: Names, companyId: string, contactId: string, lists?: readonly string[]): Row[] =>
  names.lists(lists).map((id) => ({ company_id: companyId, list_id: id, contact_id: contactId, source: 'manual' }))

const filePeople = async (deps: Deps, { companyId }: Company, names: Names, ids: ReadonlyMap<string, string>) => {
  for (const [phone, filed] of Object.entries(demoFiled)) {
    const { organization = null, jobTitle = null, email = null, birthday = null, address = null, lifecycle } = filed
    await deps.database.pool.query(
      `update contacts set organization = $3, job_title = $4, email = $5, birthday = $6, address = $7, lifecycle = $8,
        owner_id = $9, tag_ids = $10 where company_id = $1 and phone = $2`,
      [
        ...[companyId, phone, organization, jobTitle, email, birthday, address, lifecycle ?? null],
        ...[names.person(filed.owner), names.tags(filed.tags)],
      ],
    )
  }
  return Object.entries(demoFiled).flatMap(([phone, { lists }]) =>
    listRows(names, companyId, ids.get(phone) ?? '', lists),
  )
}

const contactRow = (person: DemoPerson, id: string, { companyId, names, now }: Base): Row => ({
  ...{ company_id: companyId, id, name: person.name, phone: person.phone, email: person.email ?? null },
  ...{
    organization: person.organization ?? null,
    job_title: person.jobTitle ?? null,
    birthday: person.birthday ?? null,
  },
  ...{ address: person.address ?? null, lifecycle: person.lifecycle ?? null, owner_id: names.person(person.owner) },
  ...{ tag_ids: names.tags(person.tags), attributes: person.attributes ?? {}, language: person.language ?? null },
  ...{ source: person.source ?? 'manual', marketing: person.marketing ?? 'unknown' },
  created_at: new Date(now - person.age * DAY),
})

type Base = { companyId: string; names: Names; now: number }

const addPeople = async (deps: Deps, company: Company, base: Base): Promise<Row[]> => {
  const { companyId, names, now } = base
  const people = demoPeople.map((person) => ({ person, id: uuidv7() }))
  await insertRows(
    deps,
    'contacts',
    people.map(({ person, id }) => contactRow(person, id, base)),
  )
  await insertRows(
    deps,
    'contact_points',
    people.flatMap(({ person: { more = [] }, id }) =>
      more.map((point) => ({ ...point, company_id: companyId, id: uuidv7(), contact_id: id, scope: '' })),
    ),
  )
  await insertRows(
    deps,
    'contact_identities',
    people.flatMap(({ person: { username, age }, id }) => {
      if (!username) return []
      const known = { company_id: companyId, id: uuidv7(), contact_id: id, scope: company.scope, username }
      return [{ ...known, bsuid: `BR.${username}`, created_at: new Date(now - age * DAY) }]
    }),
  )
  await insertRows(
    deps,
    'consents',
    people.flatMap(({ person: { marketing, age }, id }) =>
      marketing
        ? [
            {
              ...{ company_id: companyId, id: uuidv7(), contact_id: id, purpose: 'marketing', medium: 'whatsapp' },
              ...{ state: marketing, source: 'form', evidence: {}, at: new Date(now - age * DAY) },
            },
          ]
        : [],
    ),
  )
  return people.flatMap(({ person, id }) => listRows(names, companyId, id, person.lists))
}

const idsByPhone = async (deps: Deps, companyId: string) => {
  const { rows } = await deps.database.pool.query<{ id: string; phone: string }>(
    'select id, phone from contacts where company_id = $1 and phone is not null',
    [companyId],
  )
  return new Map(rows.map(({ id, phone }) => [phone, id]))
}

/** Gives the demo's first company an address book: people of all kinds, what they are filed under, and a pair to merge. */
export const furnishContacts = async (deps: Deps, company: Company): Promise<void> => {
  const { companyId } = company
  const now = deps.now().getTime()
  const names = await furnishGroups(deps, company)
  const added = await addPeople(deps, company, { companyId, names, now })
  const ids = await idsByPhone(deps, companyId)
  const filed = await filePeople(deps, company, names, ids)
  await insertRows(deps, 'contact_list_members', [...added, ...filed])
  await insertRows(
    deps,
    'contact_notes',
    demoContactNotes.map(({ phone, kind, author, body, pinned = false, due }, at) => ({
      ...{
        company_id: companyId,
        id: uuidv7(),
        contact_id: ids.get(phone),
        author_id: names.person(author),
        kind,
        body,
      },
      ...{ pinned, due_at: due === undefined ? null : new Date(now + due * DAY) },
      ...{ created_at: new Date(now - (at + 3) * DAY), updated_at: new Date(now - (at + 3) * DAY) },
    })),
  )
  await deps.database.pool.query(
    `update contacts c set last_inbound_at = m.inbound, last_outbound_at = m.outbound from (
      select contact_id, max(occurred_at) filter (where direction = 'in') as inbound,
        max(occurred_at) filter (where direction = 'out') as outbound
      from messages where company_id = $1 group by contact_id) m
    where c.company_id = $1 and c.id = m.contact_id`,
    [companyId],
  )
  await lookForDuplicates(deps, deps.database.db, companyId)
}

import type { EndpointInput } from '@recado/contracts'
import * as contract from '@recado/contracts/contacts/lists'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { personOf } from '#server/lib/avatar-url.ts'
import { given } from '#server/lib/given.ts'
import { newId } from '#server/lib/ids.ts'
import { announceContacts, loadContact, readAnyContact } from '#server/modules/contacts/contacts/index.ts'
import { assertUnused, found, settingsResource } from '#server/modules/shared/settings-resource/index.ts'
import { addToList, removeFromList } from './members.ts'
import * as queries from './queries.ts'

const viewOf = ({
  id,
  version,
  name,
  description,
  contacts,
  createdAt,
}: queries.CountedList): contract.ContactList => ({
  id,
  version,
  name,
  description,
  contacts,
  createdAt: createdAt.toISOString(),
})

export const listLists = async (ctx: CompanyCtx): Promise<contract.ContactList[]> =>
  (await queries.listLists(ctx)).map(viewOf)

/** The lists that a contact is in. Throws `not_found`. */
export const readMemberships = async (ctx: CompanyCtx, contactId: string): Promise<contract.ListMembership[]> => {
  const { id } = await readAnyContact(ctx, contactId)
  return (await queries.findMemberships(ctx, id)).map((row) => ({
    id: row.id,
    name: row.name,
    source: row.source,
    addedBy: personOf(row.user_id, row.user_name, row.avatar_file_id),
    addedAt: new Date(row.created_at).toISOString(),
  }))
}

/** Puts a contact into lists and takes it out of others. Throws `not_found`. */
export const changeMemberships = (
  ctx: CompanyCtx,
  contactId: string,
  { add, remove }: { add: readonly string[]; remove: readonly string[] },
): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const { id } = await loadContact(tx, contactId)
    const source = tx.actor.kind === 'key' ? 'api' : 'manual'
    for (const listId of new Set(add)) await addToList(tx, listId, [id], source)
    for (const listId of new Set(remove)) await removeFromList(tx, listId, [id])
    announceContacts(tx, [id])
  })

type Input = EndpointInput<typeof contract.createContactList>['body']
type Change = Omit<EndpointInput<typeof contract.updateContactList>['body'], 'version'>

export const lists = settingsResource({
  noun: 'contact_list',
  limit: contract.contactListLimit,
  count: queries.countLists,
  find: queries.findList,
  nameOf: ({ name }) => name,
  viewOf: (_tx, row) => viewOf(row),
  insert: async (tx, input: Input) => {
    const id = newId()
    await queries.insertList(tx, { ...input, id })
    return found(await queries.findList(tx, id))
  },
  update: async (tx, { id }, change: Change) => {
    await queries.updateList(tx, id, given(change))
    return found(await queries.findList(tx, id))
  },
  remove: async (tx, { id }, force) => {
    if (!force) await assertUnused(tx, 'list', id)
    await queries.deleteList(tx, id)
  },
})

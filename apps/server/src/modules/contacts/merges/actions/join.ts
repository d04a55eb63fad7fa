import { type CompanyContext, type Ctx, systemCtx } from '#server/context.ts'
import { type ContactJoin, loadAnyContact, merges, type Sql } from '#server/modules/contacts/contacts/index.ts'
import { mergePair } from './merge.ts'

/** Nothing here asks more of the company than whose contacts these are. */
const contextOf = (id: string): CompanyContext => ({
  ...{ id, name: '', timezone: 'UTC', accessBlocks: [] },
  member: { role: 'admin', grants: [], visibility: 'all' },
})

/**
 * Makes one contact of two that an event shows to be one person, as a member would who merges them without choosing, and
 * as undoable; in the transaction of the event, which holds the company's people.
 */
export const joinContacts = async (tx: Ctx, sql: Sql, { companyId, from, to }: ContactJoin): Promise<void> => {
  const company = contextOf(companyId)
  const own = { ...tx, actor: systemCtx(tx.deps, 'contacts.join').actor, company }
  await merges.lockContacts(own, [from, to])
  await mergePair(own, sql, { survivor: await loadAnyContact(own, to), other: await loadAnyContact(own, from) }, {})
}

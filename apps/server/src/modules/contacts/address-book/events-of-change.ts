import type { CompanyCtx } from '#server/context.ts'
import { emit } from '#server/events.ts'
import { announceContacts } from '#server/modules/contacts/contacts/index.ts'
import { findTags } from '#server/modules/contacts/tags/index.ts'
import { recordContactEvents } from '#server/modules/contacts/timeline/index.ts'
import { type Changed, findUserNames, type ResolvedChange } from './queries/changes.ts'

type Event = Parameters<typeof recordContactEvents>[1][number]

type What<E = Event> = E extends Event ? Pick<E, 'kind' | 'data'> : never

const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
const textOf = (value: unknown) => (typeof value === 'string' ? value : null)

const eventOf = (change: ResolvedChange, { before, after }: Changed, nameOf: (id: unknown) => string[]): What => {
  switch (change.type) {
    case 'add_tags':
    case 'remove_tags':
      return {
        kind: 'tags_changed',
        data: { added: idsIn(after).flatMap(nameOf), removed: idsIn(before).flatMap(nameOf) },
      }
    case 'attribute': {
      const field = `attributes.${change.key}`
      const values = change.sensitive ? {} : { from: before, to: after }
      return { kind: 'updated', data: { changes: [{ field, ...values }] } }
    }
    case 'owner':
      return { kind: 'owner_changed', data: { from: nameOf(before)[0] ?? null, to: nameOf(after)[0] ?? null } }
    case 'lifecycle':
      return { kind: 'lifecycle_changed', data: { from: textOf(before), to: textOf(after) } }
    case 'delete':
      return { kind: 'deleted', data: {} }
    case 'restore':
      return { kind: 'restored', data: { reason: 'member' } }
    case 'block':
      return { kind: 'blocked', data: { reason: change.reason } }
    case 'unblock':
      return { kind: 'unblocked', data: {} }
  }
}

/** What the events of a change call by name: its tags, or the owners before and after. */
const namedIn = async (tx: CompanyCtx, change: ResolvedChange, changed: readonly Changed[]) => {
  if (change.type === 'add_tags' || change.type === 'remove_tags') return findTags(tx, change.tagIds)
  if (change.type !== 'owner') return []
  return findUserNames(
    tx,
    changed.flatMap(({ before, after }) => [before, after]).filter((id) => typeof id === 'string'),
  )
}

/** Writes down what a change made of contacts, and tells browsers. */
export const announceChange = async (
  tx: CompanyCtx,
  change: ResolvedChange,
  changed: readonly Changed[],
): Promise<void> => {
  if (changed.length === 0) return
  const names = new Map((await namedIn(tx, change, changed)).map(({ id, name }) => [id, name]))
  const nameOf = (id: unknown) => [names.get(String(id)) ?? []].flat()
  const companyId = tx.company.id
  await recordContactEvents(
    tx,
    changed.map((one): Event => ({ companyId, contactId: one.id, ...eventOf(change, one, nameOf) })),
  )
  if (change.type === 'block' || change.type === 'unblock')
    await emit(tx, 'contact.block_changed', ...changed.map(({ id: contactId }) => ({ companyId, contactId })))
  announceContacts(
    tx,
    changed.map(({ id }) => id),
  )
}

import type { CompanyCtx } from '#server/context.ts'
import { announceContacts } from '#server/modules/contacts/contacts/index.ts'
import { findTags } from '#server/modules/contacts/tags/index.ts'
import { recordContactEvents } from '#server/modules/contacts/timeline/index.ts'
import type { Changed, ResolvedChange } from './queries/changes.ts'

type Event = Parameters<typeof recordContactEvents>[1][number]

type What<E = Event> = E extends Event ? Pick<E, 'kind' | 'data'> : never

const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
const textOf = (value: unknown) => (typeof value === 'string' ? value : null)

const eventOf = (change: ResolvedChange, { before, after }: Changed, nameOf: (id: string) => string[]): What => {
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
      return { kind: 'owner_changed', data: { from: textOf(before), to: textOf(after) } }
    case 'lifecycle':
      return { kind: 'lifecycle_changed', data: { from: textOf(before), to: textOf(after) } }
    case 'delete':
      return { kind: 'deleted', data: {} }
    case 'restore':
      return { kind: 'restored', data: { reason: 'member' } }
  }
}

/** Writes down what a change made of contacts, and tells browsers. */
export const announceChange = async (
  tx: CompanyCtx,
  change: ResolvedChange,
  changed: readonly Changed[],
): Promise<void> => {
  if (changed.length === 0) return
  const isOfTags = change.type === 'add_tags' || change.type === 'remove_tags'
  const names = new Map((isOfTags ? await findTags(tx, change.tagIds) : []).map(({ id, name }) => [id, name]))
  const nameOf = (id: string) => [names.get(id) ?? []].flat()
  const companyId = tx.company.id
  await recordContactEvents(
    tx,
    changed.map((one): Event => ({ companyId, contactId: one.id, ...eventOf(change, one, nameOf) })),
  )
  announceContacts(
    tx,
    changed.map(({ id }) => id),
  )
}

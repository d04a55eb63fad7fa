import type { CompanyCtx } from '#server/context.ts'
import { changeContact, findDefinitions, loadContact } from '#server/modules/contacts/contacts/index.ts'
import { addToList, removeFromList } from '#server/modules/contacts/lists/index.ts'
import { addTag, removeTag } from '#server/modules/contacts/tags/index.ts'
import { filledValue, type Scene } from '../work/scene.ts'
import { done, type Effect, type Outcome } from './effect.ts'

const withContact = async (scene: Scene, act: (contactId: string) => Promise<void>): Promise<Outcome> => {
  const { contactId } = scene.run
  if (contactId === null) return { state: 'skipped', reason: 'no_contact' }
  await act(contactId)
  return done
}

const columns: Readonly<Record<string, string>> = { job_title: 'jobTitle' }
const parts: ReadonlySet<string> = new Set(['city', 'state'])

const isNumber = (value: unknown): boolean => typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim())

/** Numbers arrive as texts where they were filled in among others. */
const typed = async (tx: CompanyCtx, key: string, value: unknown): Promise<unknown> => {
  const type = (await findDefinitions(tx)).find((one) => one.key === key)?.type
  if ((type === 'number' || type === 'money') && isNumber(value)) return Number(value)
  if (type === 'boolean' && typeof value === 'string') return ['true', '1', 'yes', 'sim'].includes(value.toLowerCase())
  return type === 'multi_select' || type === 'text_list'
    ? String(value)
        .split(',')
        .map((one) => one.trim())
        .filter((one) => one !== '')
    : value
}

const changeOf = async (tx: CompanyCtx, scene: Scene, fields: readonly { field: string; value: string }[]) => {
  const change: Record<string, unknown> = {}
  const attributes: Record<string, unknown> = {}
  const address: Record<string, unknown> = {}
  for (const { field, value } of fields) {
    const filled = filledValue(scene, value)
    if (field.startsWith('attributes.')) {
      const key = field.slice('attributes.'.length)
      attributes[key] = await typed(tx, key, filled)
    } else if (parts.has(field)) address[field] = filled
    else change[columns[field] ?? field] = filled
  }
  return {
    ...change,
    ...(Object.keys(attributes).length > 0 && { attributes }),
    ...(Object.keys(address).length > 0 && { address: { ...scene.contact?.address, ...address } }),
  }
}

export const updateContactEffect: Effect<'update_contact'> = {
  input: (scene, { fields }) =>
    Object.fromEntries(fields.map(({ field, value }) => [field, filledValue(scene, value)])),
  run: (tx, scene, { fields }) =>
    withContact(scene, async (contactId) => {
      const { version } = await loadContact(tx, contactId)
      await changeContact(tx, contactId, { version, ...(await changeOf(tx, scene, fields)) })
    }),
}

export const tagEffect: Effect<'tag'> = {
  input: (_scene, { add, remove }) => ({ add, remove }),
  run: (tx, scene, { add, remove }) =>
    withContact(scene, async (contactId) => {
      for (const tagId of add) await addTag(tx, contactId, tagId)
      for (const tagId of remove) await removeTag(tx, contactId, tagId)
    }),
}

export const listEffect: Effect<'list'> = {
  input: (_scene, { listId, how }) => ({ listId, how }),
  run: (tx, scene, { listId, how }) =>
    withContact(scene, async (contactId) => {
      if (listId === null) return
      if (how === 'add') await addToList(tx, listId, [contactId], 'integration')
      else await removeFromList(tx, listId, [contactId])
    }),
}

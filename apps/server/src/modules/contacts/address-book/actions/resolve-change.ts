import type { ContactChange } from '@recado/contracts/contacts/address-book'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { newId } from '#server/lib/ids.ts'
import { readContactSettings } from '#server/modules/contacts/contact-settings/index.ts'
import {
  checkAttributes,
  findDefinitions,
  seesPersonalData,
  uniqueValues,
} from '#server/modules/contacts/contacts/index.ts'
import { assertListExists } from '#server/modules/contacts/lists/index.ts'
import { ensureTags, findTagsByName } from '#server/modules/contacts/tags/index.ts'
import { assertOwned } from '#server/modules/shared/settings-resource/index.ts'
import type { ConsentChange, ListChange, ResolvedChange } from '../queries/changes.ts'

const tagIds = async (tx: CompanyCtx, names: readonly string[]): Promise<string[]> => [
  ...(await ensureTags(tx, names)).values(),
]

const attributeOf = async (ctx: CompanyCtx, key: string, value: unknown): Promise<ResolvedChange> => {
  const definitions = await findDefinitions(ctx)
  const { set, refusals } = checkAttributes({ [key]: value }, definitions, seesPersonalData(ctx))
  if (refusals.length > 0)
    throw new AppError('validation_failed', {
      errors: refusals.map((refusal) => ({ ...refusal, path: 'change.value' })),
    })
  if (uniqueValues(set, definitions).length > 0)
    throw new AppError('validation_failed', {
      errors: [{ path: 'change.value', code: 'taken', message: 'No two contacts may have the same' }],
    })
  const sensitive = definitions.some((one) => one.key === key && one.sensitive)
  return { type: 'attribute', key, value: set[key] ?? null, sensitive }
}

const assertStage = async (ctx: CompanyCtx, lifecycle: string | null): Promise<void> => {
  if (lifecycle === null) return
  const { settings } = await readContactSettings(ctx)
  if (settings.stages.some(({ key }) => key === lifecycle)) return
  throw new AppError('validation_failed', {
    errors: [{ path: 'change.lifecycle', code: 'not_found', message: 'No such stage' }],
  })
}

/**
 * What a change comes to, with everything that it names looked up. Throws `validation_failed` or `not_found` for what is
 * not there. Tags that are not there yet are created where that is to be `lasting`.
 */
export const resolveChange = async (
  tx: CompanyCtx,
  change: ContactChange,
  lasting: boolean,
): Promise<ResolvedChange | ListChange | ConsentChange> => {
  switch (change.type) {
    case 'add_tags':
      if (lasting) return { type: change.type, tagIds: await tagIds(tx, change.tags), names: change.tags }
      return { type: change.type, tagIds: await foreseenIds(tx, change.tags), names: change.tags }
    case 'remove_tags': {
      const known = await findTagsByName(tx, change.tags)
      return { type: change.type, tagIds: known.map(({ id }) => id), names: known.map(({ name }) => name) }
    }
    case 'add_to_list':
    case 'remove_from_list':
      await assertListExists(tx, change.listId)
      return change
    case 'attribute':
      return attributeOf(tx, change.key, change.value)
    case 'owner':
      await assertOwned(tx, 'members', change.ownerId === null ? [] : [change.ownerId], 'change.ownerId')
      return change
    case 'lifecycle':
      await assertStage(tx, change.lifecycle)
      return change
    default:
      return change
  }
}

/** Ids of tags, with an unused one for each that would have to be created. */
const foreseenIds = async (ctx: CompanyCtx, names: readonly string[]): Promise<string[]> => {
  const known = await findTagsByName(ctx, names)
  const fresh = names.filter((name) => !known.some((one) => one.name.toLowerCase() === name.toLowerCase()))
  return [...known.map(({ id }) => id), ...[...new Set(fresh.map((name) => name.toLowerCase()))].map(() => newId())]
}

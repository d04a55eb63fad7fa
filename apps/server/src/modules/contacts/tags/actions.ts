import type { EndpointInput } from '@recado/contracts'
import * as contract from '@recado/contracts/contacts/tags'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { given } from '#server/lib/given.ts'
import { newId } from '#server/lib/ids.ts'
import {
  assertUnused,
  auditSetting,
  changeSettings,
  forgetReferences,
  found,
  settingsResource,
} from '#server/modules/shared/settings-resource/index.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import * as queries from './queries.ts'

const viewOf = ({ id, name, color, version }: queries.TagRow): contract.StoredContactTag => ({
  id,
  name,
  color,
  version,
})

/** The tags of the company by name, with how many contacts have each where that is asked for. */
export const listTags = async (ctx: CompanyCtx, withCounts: boolean): Promise<contract.StoredContactTag[]> => {
  const rows = await queries.listTags(ctx)
  if (!withCounts) return rows.map(viewOf)
  const counts = await queries.countContactsByTag(ctx)
  return rows.map((row) => ({ ...viewOf(row), contacts: counts.get(row.id) ?? 0 }))
}

/** Lists of contacts show other tags than before. */
const announce = (tx: CompanyCtx) => emitChange(tx, 'contact.updated', { companyId: tx.company.id, ids: [] })

type Input = EndpointInput<typeof contract.createContactTag>['body']
type Change = Omit<EndpointInput<typeof contract.updateContactTag>['body'], 'version'>

export const tags = settingsResource({
  noun: 'contact_tag',
  limit: contract.contactTagLimit,
  count: queries.countTags,
  find: queries.findTag,
  nameOf: ({ name }) => name,
  viewOf: (_tx, row) => viewOf(row),
  insert: async (tx, input: Input) => {
    const id = newId()
    await queries.insertTag(tx, { ...input, id })
    return found(await queries.findTag(tx, id))
  },
  update: async (tx, { id }, change: Change) => {
    await queries.updateTag(tx, id, given(change))
    announce(tx)
    return found(await queries.findTag(tx, id))
  },
  remove: async (tx, { id }, force) => {
    if (!force) await assertUnused(tx, 'tag', id)
    await queries.dropFromContacts(tx, id)
    await queries.deleteTag(tx, id)
    announce(tx)
  },
})

/** Gives everyone with a tag the other one in its place. Throws `not_found`, and `validation_failed` for one tag twice. */
export const mergeTags = (ctx: CompanyCtx, id: string, intoId: string): Promise<contract.StoredContactTag> =>
  changeSettings(ctx, async (tx) => {
    if (id === intoId)
      throw new AppError('validation_failed', {
        errors: [{ path: 'intoId', code: 'invalid', message: 'A tag is not merged into itself' }],
      })
    const from = found(await queries.findTag(tx, id))
    const into = found(await queries.findTag(tx, intoId))
    await queries.replaceOnContacts(tx, from.id, into.id)
    await forgetReferences(tx, { tagId: from.id, intoId: into.id })
    await queries.deleteTag(tx, from.id)
    await auditSetting(tx, 'contact_tag.merged', { id: into.id, name: into.name }, { [from.name]: from.id })
    announce(tx)
    return viewOf(into)
  })

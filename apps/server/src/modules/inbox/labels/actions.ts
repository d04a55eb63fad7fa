import type { EndpointInput } from '@recado/contracts'
import * as contract from '@recado/contracts/inbox/labels'
import type { CompanyCtx } from '#server/context.ts'
import { given } from '#server/lib/given.ts'
import { newId } from '#server/lib/ids.ts'
import { forgetReferences, found, settingsResource } from '#server/modules/shared/settings-resource/index.ts'
import * as queries from './queries.ts'

const labelOf = ({ id, name, color, version }: { id: string; name: string; color: string; version: number }) =>
  contract.storedLabel.parse({ id, name, color, version })

export const listLabels = async (ctx: CompanyCtx, withCounts: boolean) => {
  const rows = await queries.listLabels(ctx)
  if (!withCounts) return rows.map(labelOf)
  const counts = await queries.countOpenByLabel(ctx)
  return rows.map((row) => ({ ...labelOf(row), conversations: counts.get(row.id) ?? 0 }))
}

type Input = EndpointInput<typeof contract.createLabel>['body']
type Change = Omit<EndpointInput<typeof contract.updateLabel>['body'], 'version'>

export const labels = settingsResource({
  noun: 'label',
  limit: contract.labelLimit,
  count: queries.countLabels,
  find: queries.findLabel,
  nameOf: ({ name }) => name,
  viewOf: (_tx, row) => labelOf(row),
  insert: async (tx, input: Input) => {
    const id = newId()
    await queries.insertLabel(tx, { ...input, id })
    return found(await queries.findLabel(tx, id))
  },
  update: async (tx, { id }, change: Change) => {
    await queries.updateLabel(tx, id, given(change))
    return found(await queries.findLabel(tx, id))
  },
  remove: async (tx, { id }) => {
    await queries.deleteLabel(tx, id)
    await forgetReferences(tx, { labelId: id })
  },
})

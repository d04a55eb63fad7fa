import type { EndpointInput } from '@recado/contracts'
import * as contract from '@recado/contracts/inbox/labels'
import { v7 as uuidv7 } from 'uuid'
import type { CompanyCtx } from '#server/context.ts'
import { forgetLabel } from '#server/modules/inbox/conversations/index.ts'
import * as queries from '../queries/labels.ts'
import { forgetDefaultLabel } from '../queries/teams.ts'
import { assertRoom, assertVersion, auditDesk, changeDesk, found, given } from './change.ts'
import { forgetReferences } from './references.ts'

const labelOf = ({ id, name, color, version }: { id: string; name: string; color: string; version: number }) =>
  contract.storedLabel.parse({ id, name, color, version })

export const listLabels = async (ctx: CompanyCtx, withCounts: boolean) => {
  const rows = await queries.listLabels(ctx)
  if (!withCounts) return rows.map(labelOf)
  const counts = await queries.countOpenByLabel(ctx)
  return rows.map((row) => ({ ...labelOf(row), conversations: counts.get(row.id) ?? 0 }))
}

export const createLabel = (ctx: CompanyCtx, body: EndpointInput<typeof contract.createLabel>['body']) =>
  changeDesk(ctx, async (tx) => {
    assertRoom(await queries.countLabels(tx), contract.labelLimit)
    const row = { ...body, id: uuidv7() }
    await queries.insertLabel(tx, row)
    await auditDesk(tx, 'label.created', row)
    return labelOf({ ...row, version: 1 })
  })

/** Changes a label that was read at `version`. Throws `conflict` when it is another by now. */
export const changeLabel = (
  ctx: CompanyCtx,
  id: string,
  { version, ...body }: EndpointInput<typeof contract.updateLabel>['body'],
) =>
  changeDesk(ctx, async (tx) => {
    const before = found(await queries.findLabel(tx, id))
    assertVersion(labelOf(before), version)
    const change = given(body)
    await queries.updateLabel(tx, id, change)
    await auditDesk(tx, 'label.updated', { ...before, ...change }, change)
    return labelOf({ ...before, ...change, version: version + 1 })
  })

export const removeLabel = (ctx: CompanyCtx, id: string): Promise<void> =>
  changeDesk(ctx, async (tx) => {
    const row = found(await queries.findLabel(tx, id))
    await queries.deleteLabel(tx, id)
    await forgetLabel(tx, id)
    await forgetDefaultLabel(tx, id)
    await forgetReferences(tx, { labelId: id })
    await auditDesk(tx, 'label.removed', row)
  })

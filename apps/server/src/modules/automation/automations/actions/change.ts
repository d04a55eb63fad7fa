import type { EndpointInput } from '@recado/contracts'
import { emptyGraph } from '@recado/contracts/automation/automation-graph'
import * as contract from '@recado/contracts/automation/automations'
import type { AuditAction } from '@recado/contracts/shared/audit'
import type { CompanyCtx, UserCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { newId } from '#server/lib/ids.ts'
import { takeUploads } from '#server/modules/shared/files/index.ts'
import { assertRoom, auditSetting, changeSettings, found } from '#server/modules/shared/settings-resource/index.ts'
import { emitChange } from '#server/realtime/emit-change.ts'
import { filesOf } from '../findings.ts'
import * as queries from '../queries/automations.ts'
import { sealGraph } from '../secrets.ts'
import { detailOf } from '../view.ts'

/** Tells browsers, and whoever knows what is live, that an automation is not what it was. */
export const announce = (tx: CompanyCtx, id: string): void =>
  emitChange(tx, 'automation.updated', { companyId: tx.company.id, ids: [id] })

export const audit = (tx: CompanyCtx, action: AuditAction, row: { id: string; name: string }, fields: object = {}) =>
  auditSetting(tx, action, row, fields)

export const load = async (tx: CompanyCtx, id: string): Promise<queries.AutomationRow> =>
  found(await queries.lockAutomation(tx, id))

/** Throws `conflict` with the automation as it is now. */
export const assertCurrent = async (tx: CompanyCtx, row: queries.AutomationRow, version: number): Promise<void> => {
  if (row.version !== version) throw new AppError('conflict', { data: { current: await detailOf(tx, row) } })
}

export const assertNotArchived = ({ state }: Pick<queries.AutomationRow, 'state'>): void => {
  if (state === 'archived') throw new AppError('state_invalid')
}

export const reload = async (tx: CompanyCtx, id: string): Promise<contract.AutomationDetail> =>
  detailOf(tx, found(await queries.findAutomation(tx, id)))

type MemberCtx = CompanyCtx & UserCtx
type Creation = EndpointInput<typeof contract.createAutomation>['body']

const insert = async (tx: MemberCtx, row: Pick<queries.AutomationRow, 'name' | 'folder' | 'draft'>) => {
  assertRoom((await queries.countAutomations(tx)).all, contract.automationLimit)
  const id = newId()
  const now = tx.now()
  await takeUploads(tx, tx.company.id, filesOf(row.draft), id)
  await queries.insertAutomation(tx, { ...row, id, ownerId: tx.actor.userId, createdAt: now, updatedAt: now })
  await audit(tx, 'automation.created', { id, name: row.name })
  announce(tx, id)
  return reload(tx, id)
}

/** Adds a draft. Throws `limit_reached`. */
export const createAutomation = (ctx: MemberCtx, { name, folder, draft }: Creation) =>
  changeSettings(ctx, (tx) => insert(tx, { name, folder, draft: sealGraph(tx.deps, draft ?? emptyGraph, null) }))

/** Adds a draft like an automation. Throws `not_found`, `limit_reached`. */
export const duplicateAutomation = (ctx: MemberCtx, id: string, name: string) =>
  changeSettings(ctx, async (tx) => {
    const { folder, draft } = found(await queries.findAutomation(tx, id))
    return insert(tx, { name, folder, draft })
  })

type Change = EndpointInput<typeof contract.updateAutomation>['body']

/**
 * Changes the name, the folder or the draft. Throws `not_found`, `conflict`, `state_invalid` for one that is archived. A
 * draft is saved every few seconds, and the audit log tells of names alone.
 */
export const updateAutomation = (ctx: CompanyCtx, id: string, { version, name, folder, draft }: Change) =>
  changeSettings(ctx, async (tx) => {
    const row = await load(tx, id)
    assertNotArchived(row)
    await assertCurrent(tx, row, version)
    if (draft) await takeUploads(tx, tx.company.id, filesOf(draft), id)
    await queries.updateAutomation(tx, id, {
      ...(name !== undefined && { name }),
      ...(folder !== undefined && { folder }),
      ...(draft && { draft: sealGraph(tx.deps, draft, row.draft) }),
    })
    if ((name !== undefined && name !== row.name) || (folder !== undefined && folder !== row.folder))
      await audit(
        tx,
        'automation.updated',
        { id, name: name ?? row.name },
        { ...(name && { name }), ...(folder !== undefined && { folder }) },
      )
    announce(tx, id)
    return reload(tx, id)
  })

import type { EndpointInput } from '@recado/contracts'
import type * as contract from '@recado/contracts/integrations/webhook-integrations'
import { webhookMapping } from '@recado/contracts/integrations/webhook-mapping'
import type { MappingChange } from '@recado/contracts/integrations/webhook-templates'
import { type CompanyCtx, type Ctx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import {
  type SourceSettings,
  sourceNamed,
  versionsOffered,
  type WebhookSource,
} from '#server/modules/integrations/webhook-sources/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { assertVersion, auditSetting, changeSettings, found } from '#server/modules/shared/settings-resource/index.ts'
import { movedMapping } from '../move.ts'
import * as queries from '../queries/integrations.ts'
import { findForMove, type MovableRow, moveRow } from '../queries/moves.ts'
import { openSecrets } from '../secrets.ts'
import { detailOf } from '../view.ts'
import { announce, tellReceivers } from './announce.ts'
import { missingSecrets } from './secrets.ts'

type Move = {
  changes: MappingChange[]
  mapping: ReturnType<typeof movedMapping>['mapping']
  verification: boolean
  missing: ReturnType<typeof missingSecrets>
}

const provesAlike = (one: WebhookSource, other: WebhookSource): boolean =>
  JSON.stringify(one.proof ?? null) === JSON.stringify(other.proof ?? null)

/** What following another version of its source makes of an integration. */
const moveOf = (ctx: Ctx, row: MovableRow, before: WebhookSource, after: WebhookSource): Move => {
  const theirs = webhookMapping.parse(row.mapping)
  return {
    ...movedMapping(before.events, theirs.events, after.events),
    verification: !provesAlike(before, after),
    missing: missingSecrets(after, row.settings as SourceSettings, openSecrets(ctx.deps, row.secrets)),
  }
}

const versionsOf = async (ctx: Ctx, row: MovableRow, to: number): Promise<[WebhookSource, WebhookSource]> => {
  const { sourceKey, sourceNumber } = row
  const [before, after] = [
    await sourceNamed(ctx, { sourceKey, sourceNumber }),
    await sourceNamed(ctx, { sourceKey, sourceNumber: to }),
  ]
  return [found(before), found(after)]
}

/** What following the newest version would change. Throws `not_found`, `state_invalid`. */
export const previewMove = async (ctx: CompanyCtx, id: string): Promise<contract.SourceMove> => {
  const row = found(await queries.findIntegration(ctx, id))
  const to = (await versionsOffered(ctx, row.sourceKey))[0]?.number
  const from = row.sourceNumber
  if (from === null || to === undefined || to <= from) throw new AppError('state_invalid', { data: { number: from } })
  const { changes, verification, missing } = moveOf(ctx, row, ...(await versionsOf(ctx, row, to)))
  return { from, to, changes, verification, missing: missing.map(({ key, label }) => ({ key, label })) }
}

type Body = EndpointInput<typeof contract.moveWebhookIntegration>['body']

/** Has a connected system follow another version of its source. Throws `not_found`, `conflict`, `state_invalid`, `validation_failed`. */
export const moveIntegration = (ctx: CompanyCtx, id: string, { to, version }: Body) =>
  changeSettings(ctx, async (tx) => {
    const row = found(await queries.findIntegration(tx, id))
    assertVersion(await detailOf(tx, row), version)
    const isOffered = (await versionsOffered(tx, row.sourceKey)).some(({ number }) => number === to)
    if (row.sourceNumber === null || row.sourceNumber === to || !isOffered)
      throw new AppError('state_invalid', { data: { number: row.sourceNumber } })
    const { mapping, missing } = moveOf(tx, row, ...(await versionsOf(tx, row, to)))
    if (row.enabled && missing.length > 0)
      throw new AppError('validation_failed', {
        errors: missing.map(({ key }) => ({
          path: `secrets.${key}`,
          code: 'required',
          message: 'Without this secret nothing can be verified',
        })),
      })
    await queries.updateIntegration(tx, id, { sourceNumber: to, mapping: checked(mapping) })
    await auditSetting(tx, 'webhook_integration.moved', row, { sourceNumber: to })
    announce(tx, id)
    return detailOf(tx, found(await queries.findIntegration(tx, id)))
  })

/** Throws `validation_failed` for a map that has grown beyond what a company can have. */
const checked = (mapping: Move['mapping']): Move['mapping'] => {
  const { success } = webhookMapping.safeParse(mapping)
  if (success) return mapping
  throw new AppError('validation_failed', {
    errors: [{ path: 'mapping', code: 'too_many_entries', message: 'The map would hold too many events or fields' }],
  })
}

type MoveCode = 'not_found' | 'same_version' | 'secret_missing' | 'too_large'
export type MoveOutcome = { id: string; code: MoveCode | null; changes: MappingChange[]; verification: boolean }

const refusalOf = (row: MovableRow, { mapping, missing }: Move): MoveCode | null => {
  if (row.enabled && missing.length > 0) return 'secret_missing'
  return webhookMapping.safeParse(mapping).success ? null : 'too_large'
}

/**
 * Has an integration of any company follow another version of this source, or says what that would change. `to` has to be
 * one that was published.
 */
export const moveUse = (
  ctx: Ctx,
  id: string,
  { sourceKey, to, apply }: { sourceKey: string; to: number; apply: boolean },
): Promise<MoveOutcome> =>
  inTransaction(ctx, async (tx) => {
    const nothing = { id, changes: [], verification: false }
    const row = await findForMove(tx, id, sourceKey)
    if (!row) return { ...nothing, code: 'not_found' as const }
    if (row.sourceNumber === to) return { ...nothing, code: 'same_version' as const }
    const move = moveOf(tx, row, ...(await versionsOf(tx, row, to)))
    const { changes, verification, mapping } = move
    const code = refusalOf(row, move)
    if (code === null && apply) {
      await moveRow(tx, row, { sourceNumber: to, mapping })
      await recordAudit(tx, {
        action: 'webhook_integration.moved',
        companyId: row.companyId,
        target: { type: 'webhook_integration', id, label: row.name },
        diff: { sourceNumber: to },
      })
      tellReceivers(tx, row.companyId, id)
    }
    return { id, code, changes, verification }
  })

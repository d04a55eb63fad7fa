import { type DeskSettings, deskSettings } from '@recado/contracts/automation/desk-settings'
import type { CompanyCtx, Ctx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { findDeskSettings, replaceDeskSettings } from '../queries/settings.ts'
import { changeDesk } from './change.ts'

type Versioned = { settings: DeskSettings; version: number }

const readVersioned = async (ctx: Pick<Ctx, 'db'>, companyId: string): Promise<Versioned> => {
  const row = await findDeskSettings(ctx, companyId)
  return { settings: deskSettings.parse(row?.settings ?? {}), version: row?.version ?? 0 }
}

export const getDeskSettings = (ctx: CompanyCtx): Promise<Versioned> => readVersioned(ctx, ctx.company.id)

/** Replaces them. Throws `conflict` when somebody else did since `version` was read. */
export const changeDeskSettings = (ctx: CompanyCtx, { settings, version }: Versioned): Promise<Versioned> =>
  changeDesk(ctx, async (tx) => {
    const before = await getDeskSettings(tx)
    if (!(await replaceDeskSettings(tx, settings, version))) throw new AppError('conflict')
    const changed = Object.entries(settings).filter(
      ([key, value]) =>
        JSON.stringify(value) !== JSON.stringify(Object.entries(before.settings).find(([k]) => k === key)?.[1]),
    )
    await recordAudit(tx, {
      action: 'desk_settings.updated',
      target: { type: 'desk_settings', id: tx.company.id, label: tx.company.name },
      diff: { fields: changed.map(([key]) => key) },
    })
    return { settings, version: version + 1 }
  })

import { type ContactSettings, contactSettings } from '@recado/contracts/contacts/contact-settings'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { assertOwned, changeSettings } from '#server/modules/shared/settings-resource/index.ts'
import { findContactSettings, replaceContactSettings } from './queries.ts'

type Versioned = { settings: ContactSettings; version: number }

export const readContactSettings = async (ctx: CompanyCtx): Promise<Versioned> => {
  const row = await findContactSettings(ctx)
  return { settings: contactSettings.parse(row?.settings ?? {}), version: row?.version ?? 0 }
}

/** Replaces the settings. Throws `conflict` with those of now if they were changed since `version` was read, and `validation_failed` for a number that is not the company's. */
export const updateContactSettings = (ctx: CompanyCtx, { settings, version }: Versioned): Promise<Versioned> =>
  changeSettings(ctx, async (tx) => {
    const channelIds = settings.doubleOptIn ? [settings.doubleOptIn.channelId] : []
    await assertOwned(tx, 'channels', channelIds, 'settings.doubleOptIn.channelId')
    if (!(await replaceContactSettings(tx, settings, version)))
      throw new AppError('conflict', { data: { current: await readContactSettings(tx) } })
    await recordAudit(tx, {
      action: 'contact_settings.updated',
      target: { type: 'contact_settings', id: tx.company.id, label: tx.company.name },
      diff: { fields: Object.keys(settings) },
    })
    return { settings, version: version + 1 }
  })

import { type ChatSettings, chatSettings } from '@recado/contracts/inbox/chat-settings'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { changeSettings } from '#server/modules/shared/settings-resource/index.ts'
import { findChatSettings, replaceChatSettings } from './queries.ts'

type Versioned = { settings: ChatSettings; version: number }

export const readChatSettings = async (ctx: CompanyCtx): Promise<Versioned> => {
  const row = await findChatSettings(ctx)
  return { settings: chatSettings.parse(row?.settings ?? {}), version: row?.version ?? 0 }
}

/** Replaces the settings. Throws `conflict` if they were changed since `version` was read. */
export const updateChatSettings = (ctx: CompanyCtx, { settings, version }: Versioned): Promise<Versioned> =>
  changeSettings(ctx, async (tx) => {
    const before = await readChatSettings(tx)
    if (!(await replaceChatSettings(tx, settings, version))) throw new AppError('conflict')
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

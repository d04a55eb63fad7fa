import type { ChannelSettings } from '@recado/contracts/whatsapp/channel-settings'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { asAppError } from '#server/lib/whatsapp-cloud/provider-error.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { graphClientOf } from '#server/modules/whatsapp/directory/index.ts'
import * as queries from '../queries/channels.ts'
import { findForeignSettings, saveSettings } from '../queries/settings.ts'
import { settingsOf } from '../view.ts'
import { loadChannel } from './load.ts'
import { announceChannel } from './status.ts'

type Section = keyof Omit<ChannelSettings, 'version'>
type Change = { [S in Section]: { section: S; value: ChannelSettings[S] } }[Section]

/** Throws `validation_failed` for a team or hours that are not the company's. */
const assertOwn = async (ctx: CompanyCtx, { section, value }: Change): Promise<void> => {
  if (section !== 'routing') return
  const foreign = await findForeignSettings(ctx, ctx.company.id, value)
  if (foreign.length === 0) return
  const errors = foreign.map((name) => ({ path: `/routing/${name}`, code: 'unknown', message: 'Not of this company' }))
  throw new AppError('validation_failed', { errors })
}

const assertCurrent = (row: queries.ChannelRow, version: number) => {
  if (row.settingsVersion !== version) throw new AppError('conflict', { data: { version: row.settingsVersion } })
}

const save = (ctx: CompanyCtx, channelId: string, version: number, change: Change): Promise<ChannelSettings> =>
  inTransaction(ctx, async (tx) => {
    const companyId = tx.company.id
    const row = await queries.lockChannel(tx, companyId, channelId)
    if (!row) throw new AppError('not_found')
    assertCurrent(row, version)
    await assertOwn(tx, change)
    const settings = { ...row.settings, [change.section]: change.value }
    await saveSettings(tx, companyId, channelId, settings)
    const before = settingsOf(row)[change.section]
    const target = { type: 'channel', id: channelId, label: row.phone }
    await recordAudit(tx, {
      action: 'channel.updated',
      target,
      diff: { [change.section]: { before, after: change.value } },
    })
    announceChannel(tx, companyId, channelId)
    tx.afterCommit(() => tx.deps.bus.publish('sends.wake', { channelIds: [channelId] }))
    return settingsOf({ settings, settingsVersion: version + 1 })
  })

/** Replaces one section of a channel's settings. Throws `conflict` if they were changed since `version` was read. */
export const updateSettings = async (
  ctx: CompanyCtx,
  channelId: string,
  version: number,
  change: Change,
): Promise<ChannelSettings> => {
  await loadChannel(ctx, channelId)
  return save(ctx, channelId, version, change)
}

/** Replaces ice breakers and commands at Meta, and then here. */
export const updateConversational = async (
  ctx: CompanyCtx,
  channelId: string,
  version: number,
  value: ChannelSettings['conversational'],
): Promise<ChannelSettings> => {
  const { channel } = await loadChannel(ctx, channelId)
  if (channel.disconnectedAt) throw new AppError('channel_not_sendable', { data: { status: channel.status } })
  assertCurrent(channel, version)
  const client = await graphClientOf(ctx.deps, ctx.company.id, channelId)
  const body = {
    enable_welcome_message: false,
    prompts: value.iceBreakers,
    commands: value.commands.map(({ name, description }) => ({
      command_name: name,
      command_description: description,
    })),
  }
  await client
    .post(`/${encodeURIComponent(channel.phoneNumberId)}/conversational_automation`, body)
    .catch((error: unknown) => Promise.reject(asAppError(error)))
  return save(ctx, channelId, version, { section: 'conversational', value })
}

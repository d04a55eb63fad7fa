import { isDeepStrictEqual } from 'node:util'
import type { EndpointInput } from '@recado/contracts'
import {
  type Campaign,
  campaignLimits,
  type createCampaign,
  type updateCampaign,
} from '@recado/contracts/campaigns/campaigns'
import { replyTargets } from '@recado/contracts/campaigns/content'
import { type CompanyCtx, inTransaction } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { given } from '#server/lib/given.ts'
import { newId } from '#server/lib/ids.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { assertOwned, assertRoom, assertVersion } from '#server/modules/shared/settings-resource/index.ts'
import { emitCampaign } from '../change-events.ts'
import { isDraft, isUnderWay, mayChange } from '../policy.ts'
import * as queries from '../queries/campaigns.ts'
import { startOf } from '../start.ts'
import { readCampaign } from './read.ts'

type Input = EndpointInput<typeof createCampaign>['body']
type Change = EndpointInput<typeof updateCampaign>['body']

const auditOf = (
  action: 'create' | 'update' | 'delete',
  { id, name }: { id: string; name: string },
  fields: object,
) => ({
  action: `campaign.${action}` as const,
  target: { type: 'campaign', id, label: name },
  ...(Object.keys(fields).length > 0 ? { diff: { fields: Object.keys(fields) } } : {}),
})

const targetKinds = {
  labelId: 'labels',
  tagId: 'tags',
  listId: 'lists',
  teamId: 'teams',
  assigneeId: 'members',
} as const

/** Throws `validation_failed` for numbers that the company does not have, and for what routes of answers name and it has not. */
const assertPlaces = async (
  tx: CompanyCtx,
  { content }: Pick<Change, 'content'>,
  before?: Pick<queries.CampaignRow, 'content'>,
): Promise<void> => {
  if (!content) return
  const channelIds = content.channels.map(({ channelId }) => channelId)
  await assertOwned(tx, 'channels', [...new Set(channelIds)], 'content.channels')
  for (const target of replyTargets)
    for (const [place, route] of content.replies.entries()) {
      const id = route[target]
      // What has been deleted since can stay until someone looks at it: the pre-flight says so.
      const isNew = id !== null && !before?.content.replies.some((one) => one[target] === id)
      await assertOwned(tx, targetKinds[target], isNew ? [id] : [], `content.replies.${place}.${target}`)
    }
}

const insert = async (tx: CompanyCtx, input: Input, like?: queries.CampaignRow): Promise<string> => {
  assertRoom(await queries.countCampaigns(tx, undefined), campaignLimits.stored)
  await assertPlaces(tx, input, like)
  const id = newId()
  const ownerId = tx.actor.kind === 'user' ? tx.actor.userId : null
  await queries.insertCampaign(tx, { ...input, id, ownerId, createdAt: tx.now(), updatedAt: tx.now() })
  await recordAudit(tx, auditOf('create', { id, name: input.name }, {}))
  emitCampaign(tx, id)
  return id
}

/** Begins a draft. Throws `limit_reached`, `validation_failed`. */
export const createDraft = async (ctx: CompanyCtx, input: Input): Promise<Campaign> => {
  const id = await inTransaction(ctx, (tx) => insert(tx, input))
  return readCampaign(ctx, id)
}

const COPY_NAME = 120

/** Begins a draft like a campaign. What was uploaded into it stays there. Throws `not_found`, `limit_reached`. */
export const duplicate = async (ctx: CompanyCtx, id: string): Promise<Campaign> => {
  const found = await queries.findCampaign(ctx, id)
  if (!found) throw new AppError('not_found')
  const { name, audience, content, schedule } = found.row
  const sources = audience.sources.filter(({ kind }) => kind !== 'rows')
  const copy = { name: `${name} (2)`.slice(0, COPY_NAME), audience: { ...audience, sources }, content, schedule }
  const copyId = await inTransaction(ctx, (tx) => insert(tx, copy, found.row))
  return readCampaign(ctx, copyId)
}

/** The campaign, held still. Throws `not_found`. */
export const lockCampaign = async (tx: CompanyCtx, id: string): Promise<queries.CampaignRow> => {
  const row = await queries.lockCampaignRow(tx, id)
  if (!row) throw new AppError('not_found')
  return row
}

type Schedule = NonNullable<Change['schedule']>

/**
 * What follows when the start of a campaign that was launched is put off: it may come later, as long as nothing has left, at
 * the time of the company. Throws `state_invalid` for any other change of it.
 */
const postponed = (tx: CompanyCtx, row: queries.CampaignRow, schedule: Schedule | undefined) => {
  const { start } = schedule ?? {}
  if (isDraft(row) || !start || isDeepStrictEqual(start, row.schedule.start)) return {}
  const startsAt = startOf(start, tx.now())
  const isLater = row.startsAt !== null && startsAt > row.startsAt
  if (row.state !== 'scheduled' || start.kind !== 'at' || row.schedule.start.kind !== 'at' || !isLater)
    throw new AppError('state_invalid', { data: { state: row.state } })
  return { startsAt, wakeAt: row.wakeAt === null ? null : startsAt }
}

/** Saves what changed. Throws `not_found`, `conflict` with the campaign as it is, `state_invalid`, `validation_failed`. */
export const updateDraft = async (ctx: CompanyCtx, id: string, { version, ...change }: Change): Promise<Campaign> => {
  await inTransaction(ctx, async (tx) => {
    const row = await lockCampaign(tx, id)
    if (row.version !== version) assertVersion(await readCampaign(tx, id), version)
    const changed = given(change)
    if (!mayChange(row, Object.keys(changed))) throw new AppError('state_invalid', { data: { state: row.state } })
    await assertPlaces(tx, change, row)
    await queries.updateCampaignRow(tx, id, { ...changed, ...postponed(tx, row, changed.schedule) })
    // Walking through the steps of a draft is no event.
    const { step: _step, ...told } = changed
    if (Object.keys(told).length > 0) await recordAudit(tx, auditOf('update', row, told))
    emitCampaign(tx, id)
  })
  return readCampaign(ctx, id)
}

/** Removes a draft. Throws `not_found`, `state_invalid`. */
export const removeDraft = (ctx: CompanyCtx, id: string): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = await lockCampaign(tx, id)
    if (!isDraft(row)) throw new AppError('state_invalid', { data: { state: row.state } })
    await queries.deleteCampaignRow(tx, id)
    await recordAudit(tx, auditOf('delete', row, {}))
    emitCampaign(tx, id)
  })

/** Puts a campaign that is over out of sight, or back. Throws `not_found`, `state_invalid`. */
export const archive = (ctx: CompanyCtx, id: string, archived: boolean): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const row = await lockCampaign(tx, id)
    if ((row.archivedAt !== null) === archived) return
    if (archived && isUnderWay(row)) throw new AppError('state_invalid', { data: { state: row.state } })
    await queries.updateCampaignRow(tx, id, { archivedAt: archived ? tx.now() : null })
    await recordAudit(tx, auditOf('update', row, { archived }))
    emitCampaign(tx, id)
  })

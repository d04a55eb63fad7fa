import { createHash } from 'node:crypto'
import type { EndpointInput } from '@recado/contracts'
import type { testCampaign } from '@recado/contracts/campaigns/preflight'
import { LINK_PATH } from '@recado/contracts/campaigns/tracked-links'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { publicOrigin } from '#server/http/cross-site.ts'
import { digitsOfTyped } from '#server/lib/typed-phone.ts'
import { compileFor } from '#server/modules/campaigns/audience/index.ts'
import { readCampaign } from '#server/modules/campaigns/campaigns/index.ts'
import {
  type ContentPlan,
  planContent,
  trackedValue,
  valuesOf,
  withTrackedLinks,
} from '#server/modules/campaigns/content/index.ts'
import { findCountry } from '#server/modules/contacts/contacts/index.ts'
import { sendMessage } from '#server/modules/inbox/composing/index.ts'
import { startConversation } from '#server/modules/inbox/conversations/index.ts'
import { recordAudit } from '#server/modules/shared/audit/index.ts'
import { spendQuota } from '#server/modules/shared/quotas/index.ts'
import { drawPeople, findPeople, type Person } from '../queries/people.ts'
import { messageFor } from '../rendering.ts'

type Tests = EndpointInput<typeof testCampaign>['body']
type Result = { phone: string; messageId: string | null; error: string | null }

const HEADER_MEDIA = 'header.media'

/** The contact whose values stand in a test: the one that was chosen, someone of the audience, or no one. */
const whose = async (
  ctx: CompanyCtx,
  plan: ContentPlan,
  contactId: string | undefined,
  audience: Parameters<typeof compileFor>[1],
): Promise<Person> => {
  const [person] =
    contactId === undefined
      ? await drawPeople(ctx, plan, await compileFor(ctx, audience, plan), { limit: 1, seed: 0 })
      : await findPeople(ctx, plan, [contactId])
  if (!person && contactId !== undefined) throw new AppError('not_found')
  const none = { id: null, name: null, profileName: null, phone: null, username: null, language: null, variantDraw: 0 }
  return person ?? { ...none, values: plan.sources.map(() => null) }
}

/** What a test shows where a value is missing: the name of the variable; an address that leads nowhere on a button. */
const shownFor = ({ deps }: CompanyCtx, plan: ContentPlan, template: string, key: string): string =>
  plan.linkButtons.has(trackedValue(template, key)) ? `${publicOrigin(deps.config)}${LINK_PATH}` : `[${key}]`

const draftOf = async (ctx: CompanyCtx, plan: ContentPlan, person: Person, key: Tests['variant']) => {
  const message = messageFor(plan, person, key)
  if (!message) throw new AppError('template_not_sendable', { data: { status: 'MISSING' } })
  const { variant, channel, language, template } = message
  if (template.status !== 'APPROVED') throw new AppError('template_not_sendable', { data: { status: template.status } })
  const { params, missing } = valuesOf(plan, variant, person.values, language)
  for (const one of missing) params[one.key] ??= shownFor(ctx, plan, variant.template, one.key)
  const place = { variant: plan.content.variants.indexOf(variant), seq: null }
  const [linked = params] = await withTrackedLinks(ctx, plan, [{ ...place, template, params }])
  const { [HEADER_MEDIA]: headerFileId, ...values } = linked
  const named = { name: variant.template, language, values }
  return { channelId: channel.id, template: headerFileId === undefined ? named : { ...named, headerFileId } }
}

type Message = Awaited<ReturnType<typeof draftOf>>

const keyOf = (clientKey: string, phone: string) => createHash('sha256').update(`${clientKey} ${phone}`).digest('hex')

const sendOne = async (
  ctx: CompanyCtx,
  campaignId: string,
  { channelId, template }: Message,
  { phone, clientKey }: { phone: string; clientKey: string },
): Promise<Result> => {
  try {
    const { id } = await startConversation(ctx, { channelId, phone: `+${phone}` })
    const draft = { type: 'template' as const, clientKey, template }
    const message = await sendMessage(ctx, id, draft, { test: { campaignId } })
    return { phone: `+${phone}`, messageId: message.id, error: null }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { phone: `+${phone}`, messageId: null, error: error.code }
  }
}

/**
 * Sends the message to a few numbers as any message of a conversation, marked as a test; it counts in no sum of the
 * campaign. Throws `not_found`, `validation_failed`, `template_not_sendable`, `channel_not_sendable`, `quota_exceeded`.
 */
export const sendTests = async (ctx: CompanyCtx, id: string, given: Tests): Promise<{ data: Result[] }> => {
  const campaign = await readCampaign(ctx, id)
  const plan = await planContent(ctx, id, campaign.content)
  if (plan.channels.length === 0) throw new AppError('channel_not_sendable')
  const message = await draftOf(ctx, plan, await whose(ctx, plan, given.contactId, campaign.audience), given.variant)
  const country = await findCountry(ctx)
  const phones = [...new Set(given.phones.map((phone) => digitsOfTyped(phone, country)))]
  await spendQuota(ctx, 'campaignTests', phones.length)
  const data: Result[] = []
  for (const phone of phones)
    data.push(await sendOne(ctx, id, message, { phone, clientKey: keyOf(given.clientKey, phone) }))
  const messageIds = data.flatMap(({ messageId }) => messageId ?? [])
  const target = { type: 'campaign', id, label: campaign.name }
  await recordAudit(ctx, { action: 'campaign.test', target, diff: { messageIds } })
  return { data }
}

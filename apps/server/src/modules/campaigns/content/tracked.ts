import { isTextKey, LINK_PATH, linkButtonsOf } from '@recado/contracts/campaigns/tracked-links'
import { webAddress } from '@recado/contracts/shared/web-address'
import type { CompanyCtx } from '#server/context.ts'
import { publicOrigin } from '#server/http/cross-site.ts'
import { addressToken, type LinkTarget, registerLinks } from '#server/modules/campaigns/links/index.ts'
import type { ContentPlan, PlannedTemplate } from './plan.ts'

/** The values of one message before its links lead over the product. `seq`: the recipient's place; null for a test. */
export type Linked = { template: PlannedTemplate; variant: number; seq: number | null; params: Record<string, string> }

type Place = { key: string; target: LinkTarget; button: boolean }

const targetOf = ({ content }: ContentPlan, { variant, seq }: Linked, key: string, url: string): LinkTarget =>
  seq === null || content.variants[variant]?.values[key]?.from === 'text' ? { url, key: null } : { url: null, key }

/** Where links stand in a message that are followed. */
const placesOf = (plan: ContentPlan, linked: Linked, origin: string): Place[] => {
  const buttons = new Set(linkButtonsOf(linked.template, origin).flatMap(({ key, tracked }) => (tracked ? [key] : [])))
  return Object.entries(linked.params).flatMap(([key, value]) => {
    const button = buttons.has(key)
    // The button of a test leads on as that of any message which no campaign sends.
    if (button && linked.seq === null) return []
    if (!button && !(plan.content.trackLinks && isTextKey(key))) return []
    const url = webAddress(value)
    if (url === null || url.startsWith(`${origin}${LINK_PATH}`)) return []
    return [{ key, button, target: targetOf(plan, linked, key, url) }]
  })
}

const nameOf = ({ url, key }: LinkTarget) => JSON.stringify([url, key])

/**
 * The values of messages with our addresses in the place of those that are followed: alike however often it is done, since a
 * link is made once. Addresses of tests lead on as well, and count nowhere.
 */
export const withTrackedLinks = async (
  ctx: CompanyCtx,
  plan: ContentPlan,
  messages: readonly Linked[],
): Promise<Record<string, string>[]> => {
  const origin = publicOrigin(ctx.deps.config)
  const found = messages.map((one) => placesOf(plan, one, origin))
  const targets = [...new Map(found.flat().map(({ target }) => [nameOf(target), target])).values()]
  const isTest = messages.some(({ seq }) => seq === null)
  const tokens = await registerLinks(ctx, plan.campaignId, targets, { isTest })
  const tokenOf = new Map(targets.map((target, index) => [nameOf(target), tokens[index] ?? '']))
  return messages.map(({ params, seq }, index) => {
    const ours = (found[index] ?? []).map(({ key, target, button }) => {
      const token = addressToken(ctx.deps, tokenOf.get(nameOf(target)) ?? '', seq)
      return [key, button ? token : `${origin}${LINK_PATH}${token}`]
    })
    return ours.length === 0 ? params : { ...params, ...Object.fromEntries(ours) }
  })
}

import type { Preflight } from '@recado/contracts/campaigns/preflight'
import { isTextKey } from '@recado/contracts/campaigns/tracked-links'
import { webAddress } from '@recado/contracts/shared/web-address'
import type { Deps } from '#server/context.ts'
import { publicOrigin } from '#server/http/cross-site.ts'
import { isPublicAddress } from '#server/lib/public-address.ts'
import { type ContentPlan, trackedValue } from '#server/modules/campaigns/content/index.ts'

type Finding = Preflight['blocking'][number]
type Warning = Preflight['warnings'][number]

const valuesOf = ({ content }: ContentPlan) =>
  content.variants.flatMap(({ template, values }) =>
    Object.entries(values).map(([key, source]) => ({ template, key, source })),
  )

/** Names of networks that the phones of customers are not in. */
const isInternalName = (host: string): boolean =>
  !host.includes('.') || /\.(?:local|localhost|internal|lan|home|corp|test)$/.test(host)

/** Whether an address is one that only some network can reach. */
export const isPrivateAddress = (url: string): boolean => {
  const host = new URL(url).hostname.toLowerCase().replace(/^\[|\]$|\.$/g, '')
  return /^[\d.]+$|:/.test(host) ? !isPublicAddress(host) : isInternalName(host)
}

/** Buttons that would lead nowhere. */
export const linkFindings = (plan: ContentPlan): Finding[] =>
  valuesOf(plan).flatMap(({ template, key, source }): Finding[] =>
    source.from === 'text' && plan.linkButtons.has(trackedValue(template, key)) && webAddress(source.text) === null
      ? [{ name: 'link_invalid', facts: { template, value: source.text } }]
      : [],
  )

/** What customers would find at the other end of links, as far as can be told from their addresses. */
export const linkWarnings = ({ config }: Pick<Deps, 'config'>, plan: ContentPlan): Warning[] => {
  const followed = valuesOf(plan).flatMap(({ template, key, source }) => {
    const isButton = plan.linkButtons.has(trackedValue(template, key))
    const url = source.from === 'text' ? webAddress(source.text) : null
    return isButton || (plan.content.trackLinks && isTextKey(key) && url !== null) ? [url] : []
  })
  const closed = [...new Set(followed)].filter((url) => url !== null && isPrivateAddress(url))
  const origin = publicOrigin(config)
  const isHere = config.MODE === 'production' && isPrivateAddress(origin)
  return [
    ...(closed.length > 0 ? [{ name: 'link_private' as const, facts: { url: closed.join(', ') } }] : []),
    ...(isHere && followed.length > 0 ? [{ name: 'links_local' as const, facts: { origin } }] : []),
  ]
}

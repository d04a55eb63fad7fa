import { linkButtonsOf } from '@recado/contracts/campaigns/tracked-links'
import { webAddress } from '@recado/contracts/shared/web-address'
import type { SendableTemplate, TemplateValues } from '@recado/contracts/whatsapp/template-variables'
import type { Ctx } from '#server/context.ts'
import { publicOrigin } from '#server/http/cross-site.ts'
import { sentLinkToken } from '#server/lib/sent-link.ts'

/**
 * The values of a template with ours in the place of addresses on buttons that lead over the product. They lead on, and
 * count nowhere: clicks are those of campaigns.
 */
export const withLeadingButtons = (
  { deps }: Pick<Ctx, 'deps'>,
  template: SendableTemplate,
  values: TemplateValues,
): TemplateValues => {
  const ours = linkButtonsOf(template, publicOrigin(deps.config)).flatMap(({ key, tracked }) => {
    const url = tracked ? webAddress(String(values[key] ?? '')) : null
    return url === null ? [] : [[key, sentLinkToken(deps, url)] as const]
  })
  return { ...values, ...Object.fromEntries(ours) }
}

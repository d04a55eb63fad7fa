import type { CampaignAudience } from '@recado/contracts/campaigns/audience'
import { namedIn } from '#server/modules/contacts/filters/index.ts'
import type { SettingUses, UsableKind } from '#server/modules/shared/settings-resource/index.ts'
import { findLaunchedAudiences } from './queries/uses.ts'

const groups = { segment: 'segments', list: 'lists', tag: 'tags' } as const

/** What an audience names: ids of a kind, those of its exclusions and those of its conditions. */
const namedBy = ({ sources, exclusions }: CampaignAudience, kind: UsableKind): string[] => {
  const group = kind === 'attribute' ? null : groups[kind]
  const named = sources.flatMap((source) => {
    if (source.kind === 'filter') return namedIn(source.filter, kind)
    return source.kind === group ? source.ids : []
  })
  return [...new Set([...named, ...(group ? exclusions[group] : [])])]
}

/** What campaigns name that were launched and have not ended. */
export const settingsInCampaigns: SettingUses = async (ctx, kind) => {
  const seen = ctx.company.accessBlocks.includes('bulk_sending')
  return (await findLaunchedAudiences(ctx)).flatMap(({ id, name, audience }) =>
    namedBy(audience, kind).map((setting) => ({ setting, by: 'campaign', id, name, seen })),
  )
}

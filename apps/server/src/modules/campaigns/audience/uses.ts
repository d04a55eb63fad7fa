import type { CampaignAudience } from '@recado/contracts/campaigns/audience'
import type { CompanyCtx } from '#server/context.ts'
import { emitCampaign, updateCampaignRow } from '#server/modules/campaigns/campaigns/index.ts'
import { namedIn, replacedIn } from '#server/modules/contacts/filters/index.ts'
import {
  findExisting,
  type RemovedSetting,
  type SettingUses,
  type UsableKind,
} from '#server/modules/shared/settings-resource/index.ts'
import { findLaunchedAudiences, lockOpenCampaigns } from './queries/uses.ts'

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

const swapped = (ids: readonly string[], from: string, to: string) => [
  ...new Set(ids.map((id) => (id === from ? to : id))),
]

/** Of tags that are merged, campaigns ask for the one that stays, and give it to those who reply. */
export const followMerge = async (tx: CompanyCtx, removed: RemovedSetting): Promise<void> => {
  if (!('intoId' in removed)) return
  const { tagId, intoId } = removed
  for (const { id, audience, content } of await lockOpenCampaigns(tx)) {
    const isReplied = content.replies.some((route) => route.tagId === tagId)
    if (!(isReplied || namedBy(audience, 'tag').includes(tagId))) continue
    const sources = audience.sources.map((source) => {
      if (source.kind === 'filter') return { ...source, filter: replacedIn(source.filter, 'tag', tagId, intoId) }
      return source.kind === 'tags' ? { ...source, ids: swapped(source.ids, tagId, intoId) } : source
    })
    const exclusions = { ...audience.exclusions, tags: swapped(audience.exclusions.tags, tagId, intoId) }
    const replies = content.replies.map((route) => (route.tagId === tagId ? { ...route, tagId: intoId } : route))
    await updateCampaignRow(tx, id, {
      audience: { ...audience, sources, exclusions },
      ...(isReplied && { content: { ...content, replies } }),
    })
    emitCampaign(tx, id)
  }
}

/** Which kinds of things an audience names that were deleted. */
export const goneFrom = async (ctx: CompanyCtx, audience: CampaignAudience): Promise<(keyof typeof groups)[]> => {
  const gone: (keyof typeof groups)[] = []
  for (const kind of ['segment', 'list', 'tag'] as const) {
    const ids = namedBy(audience, kind)
    if ((await findExisting(ctx, groups[kind], ids)).length < ids.length) gone.push(kind)
  }
  return gone
}

import {
  type CampaignGroup,
  type CampaignGroups,
  type compareCampaignGroups,
  comparedGroups,
} from '@recado/contracts/campaigns/analytics'
import type { CampaignAudience } from '@recado/contracts/campaigns/audience'
import type { SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { CompanyCtx } from '#server/context.ts'
import { AppError } from '#server/http/app-error.ts'
import { compileSource } from '#server/modules/campaigns/audience/index.ts'
import { readCampaign } from '#server/modules/campaigns/campaigns/index.ts'
import { inSamples } from '#server/modules/contacts/filters/index.ts'
import { editorOf } from '#server/modules/shared/settings-resource/index.ts'
import { countParts, findGroups, type Group, type GroupIds } from './queries/groups.ts'

/** The segments and lists that an audience was drawn from, as far as they are compared. */
const drawnFrom = ({ sources }: CampaignAudience): GroupIds => {
  const idsOf = (kind: 'segments' | 'lists') => [
    ...new Set(sources.flatMap((source) => (source.kind === kind ? source.ids : []))),
  ]
  return { segments: idsOf('segments').slice(0, comparedGroups), lists: idsOf('lists').slice(0, comparedGroups) }
}

/** Who belongs to a group; null for a segment that names what was deleted. */
const conditionOf = async (ctx: CompanyCtx, { kind, id }: Group): Promise<SQL | null> => {
  try {
    return await compileSource(ctx, { kind: kind === 'segment' ? 'segments' : 'lists', ids: [id] }, '')
  } catch (error) {
    if (error instanceof AppError && error.code === 'validation_failed') return null
    throw error
  }
}

/**
 * What came of a campaign by segments and lists, by who belongs to them now: those given, or those that its audience was
 * drawn from. Throws `not_found`, also for a group that is gone or another person's own, and `filter_too_slow`.
 */
export const compareGroups = async (
  ctx: CompanyCtx,
  id: string,
  { segments = [], lists = [] }: z.output<typeof compareCampaignGroups.query>,
): Promise<CampaignGroups> => {
  const { audience } = await readCampaign(ctx, id)
  const asked = new Set([...segments, ...lists])
  const groups = await findGroups(ctx, editorOf(ctx), asked.size > 0 ? { segments, lists } : drawnFrom(audience))
  if (groups.length < asked.size) throw new AppError('not_found')
  const compiled = await Promise.all(groups.map(async (group) => ({ group, where: await conditionOf(ctx, group) })))
  const conditions = compiled.flatMap(({ where }) => where ?? [])
  const found = await inSamples(ctx, (tx, oneIn) => countParts(tx, id, conditions, oneIn))
  if (!found) throw new AppError('filter_too_slow')
  const parts = [...found.counted]
  const data = compiled.map(
    ({ group, where }): CampaignGroup => ({ ...group, part: where ? (parts.shift() ?? null) : null }),
  )
  return { data, exact: found.oneIn === 1 }
}

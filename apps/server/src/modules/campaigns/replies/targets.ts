import { type ReplyRoute, type ReplyTarget, replyTargets } from '@recado/contracts/campaigns/content'
import type { CompanyCtx } from '#server/context.ts'
import { findExisting } from '#server/modules/shared/settings-resource/index.ts'

const kinds = { labelId: 'labels', tagId: 'tags', listId: 'lists', teamId: 'teams', assigneeId: 'members' } as const

/** Parts of routes that name what the company does not have. */
export const missingTargets = async (
  ctx: CompanyCtx,
  routes: readonly ReplyRoute[],
): Promise<{ route: number; target: ReplyTarget }[]> => {
  const missing: { route: number; target: ReplyTarget }[] = []
  for (const target of replyTargets) {
    const ids = routes.flatMap((route) => route[target] ?? [])
    const known = new Set(await findExisting(ctx, kinds[target], [...new Set(ids)]))
    for (const [place, route] of routes.entries()) {
      const id = route[target]
      if (id !== null && !known.has(id)) missing.push({ route: place, target })
    }
  }
  return missing
}

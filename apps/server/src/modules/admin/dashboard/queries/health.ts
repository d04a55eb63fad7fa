import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { channels } from '#server/db/schema/whatsapp/channels.ts'
import { templates } from '#server/db/schema/whatsapp/templates.ts'
import type { DashboardCtx } from './scope.ts'

const LISTED = 20

/** How the numbers are, and which templates Meta holds back. */
export const readHealth = async (ctx: DashboardCtx) => {
  const [numbers, stopped] = await Promise.all([
    ctx.db
      .select({
        id: channels.id,
        name: channels.name,
        phone: channels.phone,
        status: channels.status,
        quality: channels.quality,
        pausedScope: channels.pausedScope,
      })
      .from(channels)
      .where(and(eq(channels.companyId, ctx.company.id), isNull(channels.disconnectedAt)))
      .orderBy(asc(channels.name))
      .limit(LISTED),
    ctx.db
      .select({ id: templates.id, name: templates.name, language: templates.language, status: templates.status })
      .from(templates)
      .where(
        and(
          eq(templates.companyId, ctx.company.id),
          isNull(templates.deletedAt),
          isNull(templates.archivedAt),
          inArray(templates.status, ['REJECTED', 'PAUSED', 'DISABLED']),
        ),
      )
      .orderBy(asc(templates.name))
      .limit(LISTED),
  ])
  const shown = numbers.map(({ pausedScope, ...channel }) => ({ ...channel, paused: pausedScope !== null }))
  return { channels: shown, templates: stopped }
}

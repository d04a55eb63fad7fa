import { signInEvents } from '@recado/contracts/identity/users'
import type { UserCtx } from '#server/context.ts'
import { listSignInRows } from '#server/modules/shared/audit/index.ts'
import { describeDevice } from './device.ts'

const DAYS_MS = 90 * 86_400_000
const MOST = 200

/** When and from where the person's account was signed in to, newest first. */
export const listSignIns = async (ctx: UserCtx) => {
  const since = new Date(ctx.now().getTime() - DAYS_MS)
  const rows = await listSignInRows(ctx, ctx.actor.userId, since, MOST)
  return rows.flatMap((row) => {
    const what = signInEvents.find((event) => row.action === `auth.${event}`)
    if (!what) return []
    const method = row.diff?.['method']
    const { browser, os } = describeDevice(row.userAgent)
    return [
      {
        id: row.id,
        at: row.createdAt.toISOString(),
        what,
        method: typeof method === 'string' ? method : null,
        browser,
        os,
        ip: row.ip,
      },
    ]
  })
}

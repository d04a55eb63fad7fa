import { z } from 'zod'
import { systemCtx } from '#server/context.ts'
import { defineJob } from '#server/jobs/define.ts'
import { expireAccess } from './recompute.ts'

/** Runs when an override ends automatically, and each hour for those it missed. */
export const expireAccessJob = defineJob({
  name: 'platform_admin.expire_access',
  queue: 'maintenance',
  input: z.object({}),
  retrySeconds: [10, 60, 300],
  run: (deps) => expireAccess(systemCtx(deps, 'platform_admin.expire_access')),
})

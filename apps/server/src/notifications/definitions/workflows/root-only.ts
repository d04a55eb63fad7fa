import type { EnvironmentCtx } from '#server/notifications/shared/context.ts'
import { V1Error } from '#server/notifications/shared/errors.ts'

/** Workflows of a promoted environment come from its root and are changed there alone. */
export const assertRootEnvironment = (ctx: EnvironmentCtx): void => {
  if (ctx.environment.parentId !== null)
    throw new V1Error(401, 'This can only be changed in the development environment, and be promoted from there')
}

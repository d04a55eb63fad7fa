import type { Deps } from '#server/context.ts'
import { originOf } from '#server/lib/per-deps.ts'
import type { Environment } from '#server/notifications/index.ts'

const prepared = new WeakMap<Deps, Environment>()

export const setPreparedEnvironment = (deps: Deps, environment: Environment): void =>
  void prepared.set(originOf(deps), environment)

/** The environment of the product, null before `prepareProductNotifications`. */
export const preparedEnvironment = (deps: Deps): Environment | null => prepared.get(originOf(deps)) ?? null

import { type Ability, refuseAbility } from '@recado/contracts'
import type { TaskKind } from '@recado/contracts/shared/tasks'
import { factsOf, type UserCtx } from '#server/context.ts'

const abilities: Partial<Record<TaskKind, Ability>> = {
  'contact.export': 'privacy.manage',
  'company.export': 'company.manage',
}

/** Whether a user still has the right that such a task asks for, as rights are taken away after a file was written. */
export const maySeeFile = (ctx: UserCtx, kind: TaskKind): boolean => {
  const ability = ctx.deps.listExports.find(({ list }) => `${list}.export` === kind)?.ability ?? abilities[kind]
  return ability === undefined || refuseAbility(ability, factsOf(ctx)) === null
}

import { type Ability, refuseAbility } from '@recado/contracts'
import { listsWithoutPeople } from '@recado/contracts/shared/list-names'
import type { TaskKind } from '@recado/contracts/shared/tasks'
import { factsOf, type UserCtx } from '#server/context.ts'

/** Their files hold nothing about people: what a company has connected, and what it writes. */
const kindsWithoutPeople: ReadonlySet<string> = new Set<TaskKind>([
  ...listsWithoutPeople.map((list) => `${list}.export` as const),
  'templates.change',
])

const abilities: Partial<Record<TaskKind, Ability>> = {
  'contact.export': 'privacy.manage',
  'company.export': 'company.manage',
}

/** Whether a user still has the right that such a task asks for, as rights are taken away after a file was written. */
export const maySeeFile = (ctx: UserCtx, kind: TaskKind): boolean => {
  const ability = ctx.deps.listExports.find(({ list }) => `${list}.export` === kind)?.ability ?? abilities[kind]
  return ability === undefined || refuseAbility(ability, factsOf(ctx)) === null
}

/** Whether a user may download the file of such a task: impersonators may not download personal data. */
export const mayHaveFile = ({ actor }: UserCtx, kind: string): boolean =>
  actor.impersonatorId === null || kindsWithoutPeople.has(kind)

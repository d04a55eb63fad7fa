import { listsWithoutPeople } from '@recado/contracts/shared/list-names'
import type { TaskKind } from '@recado/contracts/shared/tasks'
import type { UserCtx } from '#server/context.ts'

/** Their files hold nothing about people: what a company has connected, and what it writes. */
const kindsWithoutPeople: ReadonlySet<string> = new Set<TaskKind>([
  ...listsWithoutPeople.map((list) => `${list}.export` as const),
  'templates.change',
])

/** Whether somebody may have the file of such a task: one about people is not for whoever acts as somebody else. */
export const mayHaveFile = ({ actor }: UserCtx, kind: string): boolean =>
  actor.impersonatorId === null || kindsWithoutPeople.has(kind)

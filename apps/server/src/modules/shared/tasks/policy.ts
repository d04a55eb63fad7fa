import { listsWithoutPeople } from '@recado/contracts/shared/list-names'
import type { TaskKind } from '@recado/contracts/shared/tasks'
import type { UserCtx } from '#server/context.ts'

/** Their files hold nothing about people: what a company has connected, and what it writes. */
const kindsWithoutPeople: ReadonlySet<string> = new Set<TaskKind>([
  ...listsWithoutPeople.map((list) => `${list}.export` as const),
  'templates.change',
])

/** Whether a user may download the file of such a task: impersonators may not download personal data. */
export const mayHaveFile = ({ actor }: UserCtx, kind: string): boolean =>
  actor.impersonatorId === null || kindsWithoutPeople.has(kind)

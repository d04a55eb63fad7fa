import { listsWithoutPeople } from '@recado/contracts/shared/list-names'
import type { TaskKind } from '@recado/contracts/shared/tasks'
import type { UserCtx } from '#server/context.ts'

/** Their files hold nothing about people: what a company has connected, and what it writes. */
const kindsWithoutPeople: ReadonlySet<string> = new Set<TaskKind>([
  ...listsWithoutPeople.map((list) => `${list}.export` as const),
  'templates.change',
])

/** Whether the file of such a task is about people of the company, and not only about whoever asked for it. */
export const hasPeople = (kind: string): boolean => kind !== 'account.export' && !kindsWithoutPeople.has(kind)

/** Whether a user may download the file of such a task: impersonators may not download personal data. */
export const mayHaveFile = ({ actor }: UserCtx, kind: string): boolean =>
  actor.impersonatorId === null || kindsWithoutPeople.has(kind)

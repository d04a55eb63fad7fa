import type { TaskKind } from '@recado/contracts/tasks'
import type { UserCtx } from '#server/context.ts'

/** Their files hold what is known of contacts and people. */
const personalKinds: ReadonlySet<string> = new Set<TaskKind>([
  'chat.export',
  'messages.export',
  'conversation.export',
  'company.export',
  'account.export',
])

/** Whether somebody may have the file of such a task: a personal one is not for whoever acts as somebody else. */
export const mayHaveFile = ({ actor }: UserCtx, kind: string): boolean =>
  actor.impersonatorId === null || !personalKinds.has(kind)

import type { Sql } from '#server/modules/contacts/contacts/index.ts'

export type MergeMove = {
  companyId: string
  identityIds: readonly string[]
  from: string
  to: string
  /** When a merge is undone: what the merge answered that it moved. */
  moved?: readonly string[]
}

/** What hangs on contacts in a module of its own when two become one, or the merge is undone; its manifest lists it. */
export type MergeHandler = {
  /** Names what it moved in the merge; it must stay the same. */
  name: string
  /** Gives what hangs on one contact to another, in the transaction that holds both still. Answers ids that parting needs. */
  move: (sql: Sql, move: MergeMove) => Promise<readonly string[]>
}

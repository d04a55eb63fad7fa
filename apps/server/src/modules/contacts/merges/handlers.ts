import type { Sql } from '#server/modules/contacts/contacts/index.ts'

/** What hangs on contacts in a module above when two become one, or are parted again; its manifest lists it. */
export type MergeHandler = {
  /** Gives what hangs on these identities of one contact to another, in the transaction that holds both still. */
  move: (
    sql: Sql,
    move: { companyId: string; identityIds: readonly string[]; from: string; to: string },
  ) => Promise<void>
}

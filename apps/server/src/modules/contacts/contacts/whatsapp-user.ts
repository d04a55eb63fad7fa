import type { PoolClient } from 'pg'

/** A transaction of the inbound path: hot statements are written by hand and prepared. */
export type Sql = Pick<PoolClient, 'query'>

/** A person as an event names them, on the channels of one scope of a company. */
export type UserKey = {
  companyId: string
  scope: string
  /** Canonical digits, for matching. */
  phone: string | null
  /** Digits as Meta gave them, for sending. */
  waId: string | null
  bsuid: string | null
  parentBsuid: string | null
  username: string | null
  profileName: string | null
}

export type Identity = {
  id: string
  companyId: string
  scope: string
  contactId: string
  phone: string | null
  waId: string | null
  bsuid: string | null
  parentBsuid: string | null
  username: string | null
}

/** Two records of one person that became one; conversations of `from` belong to `to` from now on. */
export type IdentityMerge = {
  companyId: string
  fromIdentityId: string
  toIdentityId: string
  fromContactId: string
  toContactId: string
}

/** A contact that becomes a part of another, because an event shows that they are one person. */
export type ContactJoin = { companyId: string; from: string; to: string }

/** What modules above do when events show that records are of one person. */
export type PeopleHooks = {
  /** Before the former identity goes. */
  merge: (sql: Sql, merge: IdentityMerge) => Promise<void>
  /** Makes one contact of two, with all that hangs on them. */
  join: (sql: Sql, join: ContactJoin) => Promise<void>
}

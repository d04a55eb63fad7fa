import type { ErasureMode } from '@recado/contracts/contacts/privacy'
import type { Ctx } from '#server/context.ts'

export type { ErasureMode }

/** Somebody who is being erased, by all that they were known by. Their contact itself is blank by then. */
export type ErasureSubject = {
  companyId: string
  mode: ErasureMode
  /** The contact, and those that were merged into it. */
  contactIds: readonly string[]
  /** Digits, in every way in which WhatsApp writes them. */
  phones: readonly string[]
  bsuids: readonly string[]
  emails: readonly string[]
  /** What they were called. */
  names: readonly string[]
}

/** How much went, by what it was. */
export type Erased = Readonly<Record<string, number>>

/**
 * What a module forgets of a person who is erased; its manifest lists it. It is called after those of the modules above,
 * outside of any transaction, again after a crash, and until nobody finds anything any more: it answers how much it found.
 */
export type EraseHandler = (ctx: Ctx, subject: ErasureSubject, signal: AbortSignal) => Promise<Erased>

/** What tells a person from others wherever it stands. */
export const identifiersOf = ({ phones, bsuids, emails }: ErasureSubject): string[] => [...phones, ...bsuids, ...emails]

/** A pattern for `like any` for each text, taken as it is. */
export const containing = (texts: readonly string[]): string[] =>
  texts.map((text) => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`)

export { assertNotErased, loadAnyContact, loadContact, readAnyContact, readContact } from './actions/card.ts'
export { changeContact } from './actions/change.ts'
export { optOut, recordConsent } from './actions/consent.ts'
export { createContact } from './actions/create.ts'
export { hashDocument } from './actions/fields.ts'
export { confirmationEnd, readConsents } from './actions/noted-consents.ts'
export { changeUser, resolveUsers } from './actions/resolve.ts'
export { announceContacts, withPeopleLocked } from './actions/transaction.ts'
export { checkAttributes, type Definition, uniqueValues } from './attributes.ts'
export {
  type ContactFacts,
  contactView,
  displayNameOf,
  privateView,
  seesPersonalData,
  shownEmail,
  shownPhone,
} from './card.ts'
export { spendLookups } from './lookups.ts'
export { type ContactActivity, recordActivity } from './queries/activity.ts'
export * as batches from './queries/batches.ts'
export * as blocks from './queries/blocks.ts'
export {
  consentOf,
  findDenied,
  findIdentityOf,
  findWords,
  insertConsent,
  isDenied,
  isOptedOut,
  type MarketingKey,
  mayResume,
  updateMarketing,
  verdictOf,
} from './queries/consents.ts'
export { type FullContact, findCountry, findDefinitions, nameUnnamed } from './queries/contacts.ts'
export { findDuplicates } from './queries/duplicates.ts'
export * as erasing from './queries/erase.ts'
export { forgetAttribute, hasRepeated } from './queries/forget.ts'
export {
  findContactUser,
  isKnownBsuid,
  likelyIdentity,
  nameByAddressBook,
  refreshProfiles,
} from './queries/identities.ts'
export { contactMatches } from './queries/matching.ts'
export * as merges from './queries/merges.ts'
export * as points from './queries/points.ts'
export { refreshSearch } from './queries/search.ts'
export * as suppressions from './queries/suppressions.ts'
export { findSuppressed, type SuppressionKey } from './queries/suppressions.ts'
export type { ContactJoin, IdentityMerge, PeopleHooks, Sql, UserKey } from './whatsapp-user.ts'

/** Lists of the company someone works in. Each has a text in the locales, `lists:name.<name>`. */
export const companyLists = [
  'chat',
  'messages',
  'contacts',
  'audit',
  'members',
  'invitations',
  'channels',
  'templates',
  'campaigns',
  'campaign-recipients',
  'affected-people',
] as const

/** Lists across companies, or of a person. */
export const platformLists = [
  'companies',
  'admin-companies',
  'admin-permissions',
  'admin-access-history',
  'admin-customers',
  'admin-support',
  'admin-admins',
  'admin-channels',
  'admin-messages',
  'admin-campaigns',
  'admin-audit',
  'admin-signups',
  'support-companies',
  'operator-channels',
  'operator-templates',
  'operator-chat',
] as const

export const listNames = [...companyLists, ...platformLists] as const
export type CompanyList = (typeof companyLists)[number]
export type ListName = (typeof listNames)[number]

/** Lists whose files hold nothing about people: whoever acts as someone else may have them. */
export const listsWithoutPeople: readonly ListName[] = [
  'channels',
  'templates',
  'companies',
  'operator-channels',
  'operator-templates',
]

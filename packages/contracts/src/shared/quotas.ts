const GB = 1024 ** 3

/**
 * How much may be used on one day (UTC): by a person, by a company, and for mails to an address, of each kind of mail by
 * itself. Archives hold everything of a company, or of a person's account; uploads are bytes.
 */
export const dailyQuotas = {
  archives: { person: 3, company: 5 },
  /** A right of each person, which no colleague can use up. */
  accountArchives: { person: 3 },
  transcripts: { person: 100, company: 500 },
  exports: { person: 100, company: 500 },
  mails: { address: 10, person: 100, company: 200 },
  privacyRequests: { person: 100, company: 300 },
  /**
   * Phones, addresses and documents that people ask for whole who may not see them. A masked phone hides six digits or
   * more, so that trying them out takes years.
   */
  contactLookups: { person: 300, company: 5000 },
  duplicateSearches: { person: 10, company: 24 },
  campaignTests: { person: 20, company: 20 },
  importChecks: { person: 100, company: 300 },
  uploads: { person: 5 * GB, company: 20 * GB },
} as const satisfies Record<string, { address?: number; person: number; company?: number }>

export type DailyQuota = keyof typeof dailyQuotas

/** Most recipients of one campaign: while a company is on trial, and otherwise. */
export const campaignRecipients = { trial: 250, regular: 1_000_000 } as const

/** Bytes of what the people of a company stored to send or to show. What customers send is never refused. */
export const storageQuota = 200 * GB

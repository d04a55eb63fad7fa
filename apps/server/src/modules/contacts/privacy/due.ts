import type { privacyLaws } from '@recado/contracts/contacts/privacy'

type Law = (typeof privacyLaws)[number]

const LGPD_DAYS = 15
/** The European Economic Area, and the United Kingdom, whose law says the same. */
const gdprCountries = new Set(
  'AT BE BG CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
)

/** By which law a company of this country answers. */
export const lawOf = (country: string | undefined): Law => (gdprCountries.has(country ?? '') ? 'gdpr' : 'lgpd')

/** The same day of the next month, or its last day where it has none. */
const afterMonth = (from: Date): Date => {
  const next = new Date(from)
  next.setUTCMonth(next.getUTCMonth() + 1)
  if (next.getUTCDate() !== from.getUTCDate()) next.setUTCDate(0)
  return next
}

/** When a request that came in at `from` has to be answered: after 15 days (LGPD, art. 19) or one month (GDPR, art. 12). */
export const dueAfter = (law: Law, from: Date): Date =>
  law === 'gdpr' ? afterMonth(from) : new Date(from.getTime() + LGPD_DAYS * 86_400_000)

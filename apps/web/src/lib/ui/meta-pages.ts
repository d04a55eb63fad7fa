const META = 'https://business.facebook.com'

const manager = (page: string, wabaId: string | null) =>
  `${META}/wa/manage/${page}/${wabaId === null ? '' : `?waba_id=${encodeURIComponent(wabaId)}`}`

/** Pages of Meta on which people mend what cannot be mended from here; of the account that is open there, when none is given. */
export const metaPages = {
  numbers: (wabaId: string | null) => manager('phone-numbers', wabaId),
  insights: (wabaId: string | null) => manager('insights', wabaId),
  templates: (wabaId: string | null) => manager('message-templates', wabaId),
  quality: `${META}/accountquality`,
  billing: `${META}/billing_hub/accounts`,
  security: `${META}/settings/security`,
} as const

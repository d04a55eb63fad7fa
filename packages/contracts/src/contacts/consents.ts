/** By what people are written to. */
export const consentMedia = ['whatsapp', 'email', 'sms'] as const
export type ConsentMedium = (typeof consentMedia)[number]

/** What for. */
export const consentPurposes = ['marketing', 'utility', 'ai_processing'] as const
export type ConsentPurpose = (typeof consentPurposes)[number]

/** `withdrawn`: a yes that was taken back; it holds like a no. */
export const consentStates = ['granted', 'denied', 'withdrawn'] as const
export type ConsentState = (typeof consentStates)[number]

/** How it became known. */
export const consentSources = [
  'keyword',
  'button',
  'whatsapp',
  'provider_error',
  'manual',
  'paper',
  'form',
  'agent',
  'api',
  'import',
  'merge',
] as const
export type ConsentSource = (typeof consentSources)[number]

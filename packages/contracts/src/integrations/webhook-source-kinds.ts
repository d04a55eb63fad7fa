/** Systems that the product itself knows; platform admins add others. */
export const webhookSourceKeys = [
  'shopify',
  'woocommerce',
  'nuvemshop',
  'hotmart',
  'kiwify',
  'eduzz',
  'stripe',
  'mercado_pago',
  'asaas',
  'rd_station',
  'typeform',
  'generic',
] as const
export type WebhookSourceKey = (typeof webhookSourceKeys)[number]

export const webhookSourceCategories = ['shop', 'course', 'payment', 'lead', 'other'] as const
export type WebhookSourceCategory = (typeof webhookSourceCategories)[number]

/** Where a secret comes from: the source shows it, or whoever connects makes one up here and takes it there. */
export const secretOrigins = ['source', 'ours'] as const

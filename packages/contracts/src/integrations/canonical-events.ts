// What systems tell a company, in the product's own words: one event for each kind of news, and fields with fixed names.

/** What all sources are brought to. `custom`: anything else. */
export const canonicalEvents = [
  'order.created',
  'order.paid',
  'order.canceled',
  'order.refunded',
  'checkout.abandoned',
  'pix.generated',
  'boleto.printed',
  'subscription.renewed',
  'subscription.past_due',
  'subscription.canceled',
  'fulfillment.shipped',
  'fulfillment.delivered',
  'lead.created',
  'custom',
] as const
export type CanonicalEvent = (typeof canonicalEvents)[number]

/** Fields that mean the same whatever the source; a company adds others by names of its own. */
export const canonicalFields = [
  'name',
  'first_name',
  'phone',
  'email',
  'document',
  'order_id',
  'order_number',
  'status',
  'amount',
  'currency',
  'items',
  'product',
  'payment_method',
  'payment_url',
  'pix_code',
  'boleto_url',
  'boleto_code',
  'checkout_url',
  'due_at',
  'tracking_code',
  'tracking_url',
  'carrier',
  'subscription_id',
  'plan',
  'company',
  'city',
] as const
export type CanonicalField = (typeof canonicalFields)[number]

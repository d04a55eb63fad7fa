import type { TemplateCategory, TemplateContent } from '@recado/contracts/whatsapp/template-content'
import { wordOf } from '@recado/contracts/whatsapp/template-parts'
import {
  asCarousel,
  buttonsOf,
  cardsOf,
  emptyContent,
  offerOf,
  partOf,
  withButtons,
  withOffer,
  withoutOffer,
} from './content.ts'

/** The kinds of templates. WhatsApp has no such field; the kind follows from the components. */
export const templateKinds = ['standard', 'carousel', 'offer', 'products', 'code'] as const
export type TemplateKind = (typeof templateKinds)[number]

/** The categories that WhatsApp accepts for a kind, the usual one first. */
export const kindCategories: Readonly<Record<TemplateKind, readonly TemplateCategory[]>> = {
  standard: ['UTILITY', 'MARKETING'],
  carousel: ['MARKETING', 'UTILITY'],
  offer: ['MARKETING'],
  products: ['MARKETING', 'UTILITY'],
  code: ['AUTHENTICATION'],
}

/** Buttons that open the shop of the business. */
export const productButtons = ['CATALOG', 'MPM'] as const

export const isProductButton = ({ type }: Readonly<Record<string, unknown>>) =>
  productButtons.some((kind) => kind === wordOf(type))

export const kindOf = ({ category, components }: TemplateContent): TemplateKind => {
  if (category === 'AUTHENTICATION') return 'code'
  if (cardsOf(components).length > 0) return 'carousel'
  if (offerOf(components)) return 'offer'
  return buttonsOf(components).some(isProductButton) ? 'products' : 'standard'
}

const plainParts = (content: TemplateContent, from: TemplateKind): TemplateContent['components'] => {
  if (from === 'code') return emptyContent('UTILITY').components
  if (from === 'carousel') return [partOf(content.components, 'BODY') ?? { type: 'BODY', text: '' }]
  if (from === 'offer') return withoutOffer(content.components)
  const buttons = buttonsOf(content.components).filter((button) => !isProductButton(button))
  return withButtons(content.components, buttons)
}

const shaped = (components: TemplateContent['components'], kind: TemplateKind, shopText: string) => {
  if (kind === 'carousel') return asCarousel(components)
  if (kind === 'offer') return withOffer(components, { text: '', has_expiration: true })
  return kind === 'products' ? withButtons(components, [{ type: 'CATALOG', text: shopText }]) : components
}

/** The content converted to another kind: its text, and whatever else the new kind allows. */
export const asKind = (content: TemplateContent, kind: TemplateKind, shopText: string): TemplateContent => {
  const from = kindOf(content)
  if (from === kind) return content
  if (kind === 'code') return emptyContent('AUTHENTICATION')
  const [usual] = kindCategories[kind]
  const category = kindCategories[kind].includes(content.category) ? content.category : (usual ?? 'MARKETING')
  const components = shaped(plainParts(content, from), kind, shopText)
  return { ...content, category, components, ttlSeconds: category === content.category ? content.ttlSeconds : null }
}

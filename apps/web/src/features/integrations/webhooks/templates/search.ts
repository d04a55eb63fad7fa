const tabs = { card: true, proof: true, events: true, recipes: true, changes: true, uses: true } as const
export type TemplateTab = keyof typeof tabs

/** What the address of a system's page says. */
export type TemplateSearch = { tab?: TemplateTab; number?: number }

export const validateTemplateSearch = ({ tab, number }: Record<string, unknown>): TemplateSearch => ({
  ...(typeof tab === 'string' && Object.hasOwn(tabs, tab) && { tab: tab as TemplateTab }),
  ...(Number.isInteger(Number(number)) && Number(number) > 0 && { number: Number(number) }),
})

const origins = ['own', 'product'] as const
const statuses = ['draft', 'published', 'deprecated'] as const

/** What the address of the list says. */
export type TemplatesSearch = {
  q?: string
  origin?: (typeof origins)[number]
  status?: (typeof statuses)[number]
}

export const validateTemplatesSearch = ({ q, origin, status }: Record<string, unknown>): TemplatesSearch => {
  const from = origins.find((one) => one === origin)
  const state = statuses.find((one) => one === status)
  return {
    ...(typeof q === 'string' && q !== '' && { q }),
    ...(from && { origin: from }),
    ...(state && { status: state }),
  }
}

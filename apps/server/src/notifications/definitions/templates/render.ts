import { createRenderer, escapeHtml, type RenderContext } from './compile.ts'

const DEFAULT_COLOR = '#f47373'

type ContextInput = {
  payload: object | null | undefined
  subscriber: object | null
  actor: object | null
  tenant: object | null
  step?: { digest: boolean; events: unknown[]; total_count: number }
  branding?: { logo?: string | null; color?: string | null } | null
  preheader?: string
  translations?: object
}

/** What templates see: the payload at the root, and the service's own names, which win over keys of the payload. */
export const renderContext = (input: ContextInput): RenderContext => ({
  ...input.payload,
  ...(input.translations && { translations: input.translations }),
  subscriber: input.subscriber ?? undefined,
  actor: input.actor ?? undefined,
  tenant: input.tenant ?? undefined,
  step: input.step ?? { digest: false, events: [], total_count: 0 },
  branding: { logo: input.branding?.logo || '', color: input.branding?.color || DEFAULT_COLOR },
  preheader: input.preheader ?? '',
})

/**
 * Renders a text for HTML: `{{x}}` is escaped, `{{{x}}}` is not, what is missing is blank. Throws TemplateError when
 * the text is no valid template or grows beyond its bounds.
 */
export const renderText: (template: string, context: RenderContext) => string = createRenderer(escapeHtml)

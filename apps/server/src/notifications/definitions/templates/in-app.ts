import type { Cta, StepTemplate } from '@recado/contracts/notifications/domain'
import type { RenderContext } from './compile.ts'
import { renderLine, renderPlainText } from './plain.ts'
import { renderText } from './render.ts'
import { linkUrl } from './safe-url.ts'
import { sanitiseInApp } from './sanitise.ts'

const renderCta = (template: Cta | undefined, context: RenderContext): Cta => {
  const url = template?.data?.url
  const buttons = template?.action?.buttons ?? []
  if (!url && buttons.length === 0) return { action: { buttons: [] } }
  return {
    type: 'redirect',
    data: { url: linkUrl(renderPlainText(url ?? '', context)) },
    action: {
      status: 'pending',
      buttons: buttons.map(({ type, content, resultContent }) => ({
        type,
        content: renderLine(content, context),
        ...(resultContent !== undefined && { resultContent: renderLine(resultContent, context) }),
      })),
    },
  }
}

/** What an in-app message shows: safe HTML, and its call to action with an address that is a path or http(s). */
export const renderInApp = (template: StepTemplate, context: RenderContext): { content: string; cta: Cta } => {
  const { content } = template
  const text = typeof content === 'string' ? content : content.map((block) => block.content).join('<br>')
  return { content: sanitiseInApp(renderText(text, context)), cta: renderCta(template.cta, context) }
}

import type { StepTemplate } from '@recado/contracts/notifications/domain'
import { createRenderer, type RenderContext } from './compile.ts'

/** Renders a text that is no HTML: `{{x}}` arrives as it is. Throws TemplateError like renderText. */
export const renderPlainText: (template: string, context: RenderContext) => string = createRenderer((text) => text)

/** Renders a text of one line: a header, a title, a label. */
export const renderLine = (template: string | undefined, context: RenderContext): string =>
  template
    ? renderPlainText(template, context)
        .replace(/\p{Cc}+/gu, ' ')
        .trim()
    : ''

/** What an SMS, chat or push step says; parts that the template lacks are blank. */
export const renderPlain = (
  template: StepTemplate,
  context: RenderContext,
): { content: string; title: string; subject: string } => {
  const { content } = template
  const text = typeof content === 'string' ? content : content.map((block) => block.content).join('\n')
  return {
    content: renderPlainText(text, context),
    title: renderLine(template.title, context),
    subject: renderLine(template.subject, context),
  }
}

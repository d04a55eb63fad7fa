import type { StepTemplate } from '@recado/contracts/notifications/domain'

type TemplateText = { field: string; text: string }

/** Every text of a template that is rendered, with the name of its field. */
export const templateTexts = (template: StepTemplate): TemplateText[] => {
  const { content, cta, subject, title, preheader, senderName } = template
  const blocks =
    typeof content === 'string'
      ? [{ field: 'content', text: content }]
      : content.flatMap((block, index) => [
          { field: `content.${index}`, text: block.content },
          { field: `content.${index}.url`, text: block.url },
        ])
  const buttons = (cta?.action?.buttons ?? []).flatMap((button, index) => [
    { field: `cta.action.buttons.${index}.content`, text: button.content },
    { field: `cta.action.buttons.${index}.resultContent`, text: button.resultContent },
  ])
  return [
    { field: 'subject', text: subject },
    { field: 'title', text: title },
    { field: 'preheader', text: preheader },
    { field: 'senderName', text: senderName },
    ...blocks,
    { field: 'cta.data.url', text: cta?.data?.url },
    ...buttons,
  ].flatMap(({ field, text }) => (text?.includes('{{') ? [{ field, text }] : []))
}

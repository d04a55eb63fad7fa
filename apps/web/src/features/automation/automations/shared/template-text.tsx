import { Text } from '@mantine/core'
import type { TemplateSummary } from '@recado/contracts/whatsapp/channel-templates'
import { renderTemplatePreview } from '@recado/contracts/whatsapp/template-preview'
import { FormattedText } from '#web/components/content/formatted-text.tsx'
import classes from './shared.module.css'
import { keyOf, sendableOf, useTemplates } from './use-templates.ts'

type Values = Readonly<Record<string, unknown>>

/** What a template says, with the values that are given. */
export const TemplateText = ({ template, values }: { template: TemplateSummary; values: Values }) => {
  const given = Object.entries(values).flatMap(([key, value]) =>
    typeof value === 'string' && value !== '' ? [[key, value] as const] : [],
  )
  const { header, body, footer } = renderTemplatePreview(sendableOf(template), Object.fromEntries(given))
  return (
    <div className={classes.bubble}>
      {header?.kind === 'text' ? (
        <Text size="sm" fw={600}>
          {header.text}
        </Text>
      ) : null}
      <FormattedText text={body} />
      {footer ? (
        <Text size="xs" mt={4}>
          {footer}
        </Text>
      ) : null}
    </div>
  )
}

type Sent = { name: string; language: string; values: Values }

/** A template that a step sent, as far as it is still there. */
export const SentTemplate = ({ sent }: { sent: Sent }) => {
  const template = useTemplates(null)?.find((one) => keyOf(one) === keyOf(sent))
  return template ? <TemplateText template={template} values={sent.values} /> : null
}

import { Button, TextInput } from '@mantine/core'
import { templateLimits } from '@recado/contracts/whatsapp/template-check-parts'
import { textOf } from '@recado/contracts/whatsapp/template-parts'
import { IconHandStop } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ButtonsField } from './buttons-field.tsx'
import { buttonsOf, type Component, cardsOf, offerOf, partOf, withButtons, withOptOut, withPart } from './content.ts'
import type { FormProps } from './form-props.ts'
import { HeaderField } from './header-field.tsx'
import { IssueList } from './issues.tsx'
import { Part } from './part.tsx'
import { TemplateTextField } from './template-text-field.tsx'

const headerFormats = ['NONE', 'TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT', 'LOCATION']

const Footer = ({ content, issues, disabled, onChange }: FormProps) => {
  const { t } = useTranslation('whatsapp/templates')
  const text = textOf(partOf(content.components, 'FOOTER')?.text)
  const write = (next: string) =>
    onChange({ ...content, components: withPart(content.components, 'FOOTER', next ? { text: next } : null) })
  return (
    <TextInput
      label={t('editor.footer')}
      value={text}
      readOnly={disabled}
      error={issues.text('footer.text')}
      description={t('characters', { now: text.length, max: templateLimits.footer })}
      onChange={(event) => write(event.currentTarget.value)}
    />
  )
}

/** What can be done about a warning of the whole message. */
const OptOut = ({ content, issues, disabled, onChange }: FormProps) => {
  const { t } = useTranslation('whatsapp/templates')
  const next = withOptOut(content.components, t('button.optOutText'))
  if (disabled || !next || !issues.at('').some(({ code }) => code === 'warn_no_opt_out')) return null
  return (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconHandStop size={16} />}
      style={{ alignSelf: 'flex-start' }}
      onClick={() => onChange({ ...content, components: next })}
    >
      {t('button.addOptOut')}
    </Button>
  )
}

/** Header, text and footer. */
export const MessageFields = (props: FormProps) => {
  const { content, issues, files, disabled, onFile, onChange } = props
  const { t } = useTranslation('whatsapp/templates')
  const { components, parameterFormat: format } = content
  const set = (next: Component[]) => onChange({ ...content, components: next })
  const hasCards = cardsOf(components).length > 0
  const hasOffer = offerOf(components) !== undefined
  return (
    <Part title={t('editor.message')}>
      {hasCards ? null : (
        <HeaderField
          header={partOf(components, 'HEADER')}
          formats={hasOffer ? ['IMAGE', 'VIDEO'] : headerFormats}
          format={format}
          path="header"
          issues={issues}
          files={files}
          disabled={disabled}
          onFile={onFile}
          onChange={(header) => set(withPart(components, 'HEADER', header))}
        />
      )}
      <TemplateTextField
        component={partOf(components, 'BODY') ?? { type: 'BODY', text: '' }}
        part="body"
        label={t('editor.body')}
        max={hasOffer ? templateLimits.offerBody : templateLimits.body}
        format={format}
        issues={issues}
        path="body"
        disabled={disabled}
        onChange={(body) => set(withPart(components, 'BODY', body))}
      />
      {hasCards || hasOffer ? null : <Footer {...props} />}
      <IssueList issues={[...issues.at(''), ...issues.at('footer')]} />
      <OptOut {...props} />
    </Part>
  )
}

/** The buttons of a message that is no carousel. */
export const MessageButtons = ({ content, issues, disabled, onChange }: FormProps) => {
  const { t } = useTranslation('whatsapp/templates')
  const hasOffer = offerOf(content.components) !== undefined
  return (
    <Part title={t('button.title')}>
      <ButtonsField
        buttons={buttonsOf(content.components)}
        kinds={hasOffer ? ['COPY_CODE', 'URL'] : ['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE', 'FLOW', 'CATALOG']}
        max={hasOffer ? 2 : templateLimits.buttons}
        issues={issues}
        path="buttons"
        disabled={disabled}
        onChange={(buttons) => onChange({ ...content, components: withButtons(content.components, buttons) })}
      />
    </Part>
  )
}

import { Button, Group, Radio } from '@mantine/core'
import { templateLimits } from '@recado/contracts/whatsapp/template-check-parts'
import { textOf, wordOf } from '@recado/contracts/whatsapp/template-parts'
import { IconHandStop } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { ReadField, useReadOnly } from '#web/components/form/read-only.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { ButtonsField } from './buttons-field.tsx'
import { buttonsOf, type Component, cardsOf, offerOf, partOf, withButtons, withOptOut, withPart } from './content.ts'
import type { FormProps } from './form-props.ts'
import { HeaderField } from './header-field.tsx'
import { IssueList } from './issues.tsx'
import { isProductButton, kindOf, productButtons, type TemplateKind } from './kinds.ts'
import { Part } from './part.tsx'
import { TemplateTextField } from './template-text-field.tsx'

const headerFormats = ['NONE', 'TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT', 'LOCATION']

const Footer = ({ content, issues, onChange }: FormProps) => {
  const { t } = useTranslation('whatsapp/templates')
  const text = textOf(partOf(content.components, 'FOOTER')?.text)
  const write = (next: string) =>
    onChange({ ...content, components: withPart(content.components, 'FOOTER', next ? { text: next } : null) })
  return (
    <TextInput
      label={t('editor.footer')}
      data-field="footer.text"
      value={text}
      error={issues.text('footer.text')}
      description={t('characters', { now: text.length, max: templateLimits.footer })}
      onChange={(event) => write(event.currentTarget.value)}
    />
  )
}

/** Whether customers open the whole catalog or a list of it. */
const ShopChoice = ({ content, onChange }: Pick<FormProps, 'content' | 'onChange'>) => {
  const { t } = useTranslation('whatsapp/templates')
  const [button] = buttonsOf(content.components).filter(isProductButton)
  const value = productButtons.find((kind) => kind === wordOf(button?.type)) ?? 'CATALOG'
  if (useReadOnly()) return <ReadField label={t('button.shop')}>{t(`button.kind.${value}`)}</ReadField>
  return (
    <Radio.Group
      label={t('button.shop')}
      value={value}
      onChange={(next) => {
        const type = productButtons.find((kind) => kind === next) ?? 'CATALOG'
        onChange({
          ...content,
          components: withButtons(content.components, [{ type, text: t(`button.shopText.${type}`) }]),
        })
      }}
    >
      <Group mt="xs">
        {productButtons.map((kind) => (
          <Radio key={kind} value={kind} label={t(`button.kind.${kind}`)} />
        ))}
      </Group>
    </Radio.Group>
  )
}

/** What can be done about a warning of the whole message. */
const OptOut = ({ content, issues, onChange }: FormProps) => {
  const { t } = useTranslation('whatsapp/templates')
  const next = withOptOut(content.components, t('button.optOutText'))
  const readOnly = useReadOnly()
  if (readOnly || !next || !issues.at('').some(({ code }) => code === 'warn_no_opt_out')) return null
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
  const { content, issues, files, onFile, onChange } = props
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
        onChange={(body) => set(withPart(components, 'BODY', body))}
      />
      {hasCards || hasOffer ? null : <Footer {...props} />}
      <IssueList issues={[...issues.at(''), ...issues.at('footer')]} />
      <OptOut {...props} />
    </Part>
  )
}

const kindsOf: Readonly<Record<TemplateKind, readonly string[]>> = {
  standard: ['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE', 'FLOW'],
  offer: ['COPY_CODE', 'URL'],
  products: [],
  carousel: [],
  code: [],
}
/** The buttons of a message that is no carousel. */
export const MessageButtons = ({ content, issues, onChange }: FormProps) => {
  const { t } = useTranslation('whatsapp/templates')
  const kind = kindOf(content)
  return (
    <Part title={t('button.title')}>
      {kind === 'products' ? <ShopChoice {...{ content, onChange }} /> : null}
      <ButtonsField
        buttons={buttonsOf(content.components)}
        kinds={kindsOf[kind]}
        max={kind === 'offer' ? 2 : templateLimits.buttons}
        issues={issues}
        path="buttons"
        onChange={(buttons) => onChange({ ...content, components: withButtons(content.components, buttons) })}
      />
    </Part>
  )
}

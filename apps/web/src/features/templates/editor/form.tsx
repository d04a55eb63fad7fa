import {
  Accordion,
  Button,
  Checkbox,
  Group,
  NumberInput,
  Paper,
  Radio,
  Select,
  Stack,
  Switch,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { type TemplateContent, templateCategories } from '@recado/contracts/templates'
import { templateLimits } from '@recado/contracts/whatsapp/template-check-parts'
import { isRecord, recordsOf, textOf, wordOf } from '@recado/contracts/whatsapp/template-parts'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ButtonsField } from './buttons-field.tsx'
import {
  buttonsOf,
  type Component,
  cardsOf,
  emptyContent,
  examplesOf,
  partOf,
  withButtons,
  withCards,
  withPart,
  withText,
} from './content.ts'
import { HeaderField, type SampleFile } from './header-field.tsx'
import { IssueList, type Issues } from './issues.tsx'
import { TemplateTextField } from './text-field.tsx'

export type FormProps = {
  content: TemplateContent
  issues: Issues
  files: Readonly<Record<string, SampleFile>>
  disabled: boolean
  /** Of an approved template the category stays. */
  fixedCategory: boolean
  onFile: (id: string, file: SampleFile) => void
  onChange: (content: TemplateContent) => void
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Paper component="section" withBorder p="md" aria-label={title}>
    <Title order={2} size="h4" mb="sm">
      {title}
    </Title>
    <Stack gap="md">{children}</Stack>
  </Paper>
)

const Category = ({ content, issues, disabled, fixedCategory, onChange }: FormProps) => {
  const { t } = useTranslation('templates')
  const choose = (next: string) => {
    const category = templateCategories.find((name) => name === next)
    if (!category || category === content.category) return
    const changesKind = category === 'AUTHENTICATION' || content.category === 'AUTHENTICATION'
    onChange(changesKind ? emptyContent(category) : { ...content, category })
  }
  return (
    <Radio.Group
      aria-label={t('category.label')}
      description={t(fixedCategory ? 'category.fixed' : 'category.help')}
      value={content.category}
      onChange={choose}
      error={issues.text('category')}
    >
      <Stack gap="xs" mt="xs">
        {templateCategories.map((category) => (
          <Radio
            key={category}
            value={category}
            disabled={disabled || fixedCategory}
            label={t(`category.${category}`)}
            description={`${t(`category.about.${category}`)} ${t(`category.cost.${category}`)}`}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

const Authentication = ({ content, issues, disabled, onChange }: FormProps) => {
  const { t } = useTranslation('templates')
  const { components } = content
  const set = (next: Component[]) => onChange({ ...content, components: next })
  const [button = { type: 'OTP', otp_type: 'COPY_CODE' }] = buttonsOf(components)
  const [app] = recordsOf(button.supported_apps)
  const minutes = partOf(components, 'FOOTER')?.code_expiration_minutes
  const advice = partOf(components, 'BODY')?.add_security_recommendation === true
  const kind = wordOf(button.otp_type)
  const setApp = (part: Component) =>
    set(withButtons(components, [{ ...button, supported_apps: [{ ...app, ...part }] }]))
  return (
    <Part title={t('authentication.title')}>
      <Text size="sm" c="dimmed">
        {t('authentication.text')}
      </Text>
      <Select
        label={t('authentication.kind')}
        allowDeselect={false}
        disabled={disabled}
        value={kind}
        data={['COPY_CODE', 'ONE_TAP', 'ZERO_TAP'].map((value) => ({ value, label: t(`authentication.${value}`) }))}
        onChange={(next) => set(withButtons(components, [{ type: 'OTP', otp_type: next }]))}
        error={issues.text('buttons.0.otp_type')}
      />
      {kind === 'COPY_CODE' ? null : (
        <Group grow align="flex-start">
          <TextInput
            label={t('authentication.package')}
            value={textOf(app?.package_name)}
            onChange={(event) => setApp({ package_name: event.currentTarget.value })}
            error={issues.text('buttons.0.supported_apps')}
          />
          <TextInput
            label={t('authentication.hash')}
            value={textOf(app?.signature_hash)}
            onChange={(event) => setApp({ signature_hash: event.currentTarget.value })}
          />
        </Group>
      )}
      {kind === 'ZERO_TAP' ? (
        <Checkbox
          label={t('authentication.terms')}
          checked={button.zero_tap_terms_accepted === true}
          error={issues.text('buttons.0.zero_tap_terms_accepted')}
          onChange={(event) =>
            set(withButtons(components, [{ ...button, zero_tap_terms_accepted: event.currentTarget.checked }]))
          }
        />
      ) : null}
      <Switch
        label={t('authentication.advice')}
        checked={advice}
        disabled={disabled}
        onChange={(event) =>
          set(withPart(components, 'BODY', { add_security_recommendation: event.currentTarget.checked }))
        }
      />
      <NumberInput
        label={t('authentication.minutes')}
        min={1}
        max={90}
        disabled={disabled}
        value={typeof minutes === 'number' ? minutes : ''}
        error={issues.text('footer.code_expiration_minutes')}
        onChange={(next) =>
          set(withPart(components, 'FOOTER', typeof next === 'number' ? { code_expiration_minutes: next } : null))
        }
      />
    </Part>
  )
}

const Carousel = ({ content, issues, files, disabled, onFile, onChange }: FormProps) => {
  const { t } = useTranslation('templates')
  const { components, parameterFormat: format } = content
  const cards = cardsOf(components)
  const set = (next: Component[][]) => onChange({ ...content, components: withCards(components, next) })
  const change = (index: number, card: Component[]) => set(cards.map((one, at) => (at === index ? card : one)))
  return (
    <Part title={t('carousel.title')}>
      <Text size="sm" c="dimmed">
        {t('carousel.text')}
      </Text>
      <IssueList issues={issues.at('carousel')} />
      <Accordion variant="separated" multiple>
        {cards.map((card, index) => {
          const body = partOf(card, 'BODY')
          const path = `cards.${index}`
          const wrong = issues.problems.some((issue) => issue.path.startsWith(`${path}.`) || issue.path === path)
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: cards have no other name
            <Accordion.Item key={index} value={String(index)}>
              <Accordion.Control>
                {t('carousel.card', { number: index + 1 })} {wrong ? `· ${t('carousel.incomplete')}` : ''}
              </Accordion.Control>
              <Accordion.Panel>
                <Stack gap="md">
                  <HeaderField
                    header={partOf(card, 'HEADER')}
                    formats={['IMAGE', 'VIDEO']}
                    format={format}
                    path={`${path}.header`}
                    issues={issues}
                    files={files}
                    disabled={disabled}
                    onFile={onFile}
                    onChange={(header) => change(index, withPart(card, 'HEADER', header))}
                  />
                  <TemplateTextField
                    component={body ?? { type: 'BODY', text: '' }}
                    part="body"
                    label={t('carousel.body')}
                    max={templateLimits.cardBody}
                    format={format}
                    issues={issues}
                    path={`${path}.body`}
                    disabled={disabled}
                    onChange={(next) => change(index, withPart(card, 'BODY', textOf(next.text) === '' ? null : next))}
                  />
                  <ButtonsField
                    buttons={buttonsOf(card)}
                    kinds={['QUICK_REPLY', 'URL', 'PHONE_NUMBER']}
                    max={2}
                    issues={issues}
                    path={`${path}.buttons`}
                    disabled={disabled}
                    onChange={(buttons) => change(index, withButtons(card, buttons))}
                  />
                  <IssueList issues={issues.at(path)} />
                  {disabled ? null : (
                    <Button
                      variant="subtle"
                      color="red"
                      leftSection={<IconTrash size={17} />}
                      style={{ alignSelf: 'flex-start' }}
                      onClick={() => set(cards.filter((_, at) => at !== index))}
                    >
                      {t('carousel.remove')}
                    </Button>
                  )}
                </Stack>
              </Accordion.Panel>
            </Accordion.Item>
          )
        })}
      </Accordion>
      {disabled || cards.length >= templateLimits.cards.max ? null : (
        <Button
          variant="light"
          leftSection={<IconPlus size={17} />}
          style={{ alignSelf: 'flex-start' }}
          onClick={() => set([...cards, structuredClone(cards.at(-1) ?? [{ type: 'HEADER', format: 'IMAGE' }])])}
        >
          {t('carousel.add')}
        </Button>
      )}
    </Part>
  )
}

const Offer = ({ content, issues, disabled, onChange }: FormProps) => {
  const { t } = useTranslation('templates')
  const part = partOf(content.components, 'LIMITED_TIME_OFFER')
  const offer = isRecord(part?.limited_time_offer) ? part.limited_time_offer : null
  const set = (next: Component | null) =>
    onChange({
      ...content,
      components: withPart(content.components, 'LIMITED_TIME_OFFER', next && { limited_time_offer: next }),
    })
  return (
    <>
      <Switch
        label={t('offer.label')}
        description={t('offer.help')}
        checked={offer !== null}
        disabled={disabled}
        onChange={(event) => set(event.currentTarget.checked ? { text: '', has_expiration: true } : null)}
      />
      {offer ? (
        <>
          <TextInput
            label={t('offer.text')}
            value={textOf(offer.text)}
            readOnly={disabled}
            error={issues.text('offer.text')}
            description={t('characters', { now: textOf(offer.text).length, max: templateLimits.offerText })}
            onChange={(event) => set({ ...offer, text: event.currentTarget.value })}
          />
          <Switch
            label={t('offer.expires')}
            checked={offer.has_expiration === true}
            disabled={disabled}
            onChange={(event) => set({ ...offer, has_expiration: event.currentTarget.checked })}
          />
          <IssueList issues={issues.at('offer')} />
        </>
      ) : null}
    </>
  )
}

const Message = (props: FormProps) => {
  const { content, issues, files, disabled, onFile, onChange } = props
  const { t } = useTranslation('templates')
  const { components, parameterFormat: format } = content
  const set = (next: Component[]) => onChange({ ...content, components: next })
  const footer = partOf(components, 'FOOTER')
  const hasCards = cardsOf(components).length > 0
  const footerText = textOf(footer?.text)
  return (
    <Part title={t('editor.message')}>
      {hasCards ? null : (
        <HeaderField
          header={partOf(components, 'HEADER')}
          formats={['NONE', 'TEXT', 'IMAGE', 'VIDEO', 'DOCUMENT', 'LOCATION']}
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
        max={templateLimits.body}
        format={format}
        issues={issues}
        path="body"
        disabled={disabled}
        onChange={(body) => set(withPart(components, 'BODY', body))}
      />
      {hasCards ? null : (
        <TextInput
          label={t('editor.footer')}
          value={footerText}
          readOnly={disabled}
          error={issues.text('footer.text')}
          description={t('characters', { now: footerText.length, max: templateLimits.footer })}
          onChange={(event) =>
            set(withPart(components, 'FOOTER', event.currentTarget.value ? { text: event.currentTarget.value } : null))
          }
        />
      )}
      <IssueList issues={[...issues.at(''), ...issues.at('footer')]} />
    </Part>
  )
}

/** Variables keep their text; from names to numbers, and back, they are only renamed. */
const renamed = (content: TemplateContent, format: TemplateContent['parameterFormat']): TemplateContent => {
  const rename = (component: Component, part: 'header' | 'body'): Component => {
    const before = examplesOf(component, part)
    const names = Object.keys(before)
    const nameOf = (name: string) => {
      const index = names.indexOf(name)
      return format === 'NAMED' ? `value_${index + 1}` : String(index + 1)
    }
    const text = textOf(component.text).replace(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => `{{${nameOf(name)}}}`)
    const examples = Object.fromEntries(names.map((name) => [nameOf(name), before[name] ?? '']))
    return withText(component, part, text, examples, format)
  }
  const components = content.components.map((component) => {
    const type = wordOf(component.type)
    if (type === 'BODY') return rename(component, 'body')
    return type === 'HEADER' && textOf(component.text) ? rename(component, 'header') : component
  })
  return { ...content, parameterFormat: format, components }
}

const ttlChoices: Readonly<Record<string, readonly number[]>> = {
  AUTHENTICATION: [30, 60, 300, 600, 900],
  UTILITY: [30, 300, 1800, 3600, 10_800, 21_600, 43_200],
  MARKETING: [43_200, 86_400, 259_200, 604_800, 2_592_000],
}

const Advanced = ({ content, issues, disabled, onChange }: FormProps) => {
  const { t, i18n } = useTranslation('templates')
  const duration = (seconds: number) => {
    const [unit, size] =
      seconds >= 86_400
        ? (['day', 86_400] as const)
        : seconds >= 3600
          ? (['hour', 3600] as const)
          : seconds >= 60
            ? (['minute', 60] as const)
            : (['second', 1] as const)
    return new Intl.NumberFormat(i18n.language, { style: 'unit', unit, unitDisplay: 'long' }).format(seconds / size)
  }
  const choices = (ttlChoices[content.category] ?? []).map((seconds) => ({
    value: String(seconds),
    label: duration(seconds),
  }))
  const own = content.ttlSeconds === null ? '' : String(content.ttlSeconds)
  const known = own === '' || choices.some(({ value }) => value === own)
  return (
    <Part title={t('editor.advanced')}>
      <Select
        label={t('editor.ttl')}
        description={t('editor.ttlHelp')}
        disabled={disabled}
        allowDeselect={false}
        value={own}
        data={[
          { value: '', label: t('editor.ttlDefault') },
          ...choices,
          ...(known ? [] : [{ value: own, label: own }]),
        ]}
        error={issues.text('ttlSeconds')}
        onChange={(next) => onChange({ ...content, ttlSeconds: next ? Number(next) : null })}
      />
      {content.category === 'AUTHENTICATION' ? null : (
        <Radio.Group
          label={t('editor.variables')}
          value={content.parameterFormat}
          onChange={(next) => onChange(renamed(content, next === 'NAMED' ? 'NAMED' : 'POSITIONAL'))}
        >
          <Group mt="xs">
            <Radio value="POSITIONAL" disabled={disabled} label={t('editor.positional', { variable: '{{1}}' })} />
            <Radio value="NAMED" disabled={disabled} label={t('editor.named')} />
          </Group>
        </Radio.Group>
      )}
      {content.category === 'MARKETING' && cardsOf(content.components).length === 0 ? (
        <>
          <Offer
            {...{ content, issues, disabled, onChange, files: {}, fixedCategory: false, onFile: () => undefined }}
          />
          {disabled ? null : (
            <Button
              variant="default"
              style={{ alignSelf: 'flex-start' }}
              onClick={() => {
                const card = [
                  { type: 'HEADER', format: 'IMAGE' },
                  { type: 'BUTTONS', buttons: [{ type: 'QUICK_REPLY', text: '' }] },
                ]
                const body = partOf(content.components, 'BODY') ?? { type: 'BODY', text: '' }
                onChange({ ...content, components: withCards([body], [card, structuredClone(card)]) })
              }}
            >
              {t('carousel.begin')}
            </Button>
          )}
        </>
      ) : null}
    </Part>
  )
}

/** Everything that can be written of a template. */
export const TemplateFormFields = (props: FormProps) => {
  const { content, issues, disabled, onChange } = props
  const { t } = useTranslation('templates')
  const hasCards = cardsOf(content.components).length > 0
  return (
    <Stack gap="md">
      <Part title={t('category.label')}>
        <Category {...props} />
      </Part>
      {content.category === 'AUTHENTICATION' ? (
        <Authentication {...props} />
      ) : (
        <>
          <Message {...props} />
          {hasCards ? (
            <Carousel {...props} />
          ) : (
            <Part title={t('button.title')}>
              <ButtonsField
                buttons={buttonsOf(content.components)}
                kinds={['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE', 'FLOW', 'CATALOG']}
                max={templateLimits.buttons}
                issues={issues}
                path="buttons"
                disabled={disabled}
                onChange={(buttons) => onChange({ ...content, components: withButtons(content.components, buttons) })}
              />
            </Part>
          )}
        </>
      )}
      <Advanced {...props} />
    </Stack>
  )
}

import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core'
import { recordsOf, textOf, wordOf } from '@recado/contracts/whatsapp/template-parts'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Checkbox } from '#web/components/form/checkbox.tsx'
import { NumberInput } from '#web/components/form/number-input.tsx'
import { useReadOnly } from '#web/components/form/read-only.tsx'
import { Select } from '#web/components/form/select.tsx'
import { Switch } from '#web/components/form/switch.tsx'
import { TextInput } from '#web/components/form/text-input.tsx'
import { type Button as ButtonPart, buttonsOf, type Component, partOf, withButtons, withPart } from './content.ts'
import type { FormProps } from './form-props.ts'
import { Part } from './part.tsx'

const kinds = ['COPY_CODE', 'ONE_TAP', 'ZERO_TAP'] as const
const MOST_APPS = 5

type ButtonProps = Pick<FormProps, 'issues'> & {
  button: ButtonPart
  onChange: (button: ButtonPart) => void
}

/** The apps on the customer's phone that may take the code over. */
const Apps = ({ button, issues, onChange }: ButtonProps) => {
  const readOnly = useReadOnly()
  const { t } = useTranslation('whatsapp/templates')
  const given = recordsOf(button.supported_apps)
  const apps = given.length > 0 ? given : [{}]
  const set = (next: Component[]) => onChange({ ...button, supported_apps: next })
  const input = (app: Component, index: number, key: 'package_name' | 'signature_hash', label: string) => (
    <TextInput
      label={label}
      {...(index === 0 && key === 'package_name' ? { 'data-field': 'buttons.0.supported_apps' } : {})}
      value={textOf(app[key])}
      error={index === 0 && key === 'package_name' ? issues.text('buttons.0.supported_apps') : null}
      onChange={(event) =>
        set(apps.map((one, at) => (at === index ? { ...one, [key]: event.currentTarget.value.trim() } : one)))
      }
    />
  )
  return (
    <Stack gap="sm">
      {apps.map((app, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: apps have no other name
        <Group key={index} align="flex-start" gap="sm" wrap="nowrap">
          <Group grow align="flex-start" style={{ flex: 1 }}>
            {input(app, index, 'package_name', t('authentication.package'))}
            {input(app, index, 'signature_hash', t('authentication.hash'))}
          </Group>
          {readOnly || apps.length === 1 ? null : (
            <ActionIcon
              variant="subtle"
              color="red"
              mt={26}
              aria-label={t('authentication.removeApp', { number: index + 1 })}
              onClick={() => set(apps.filter((_, at) => at !== index))}
            >
              <IconTrash size={17} />
            </ActionIcon>
          )}
        </Group>
      ))}
      {readOnly || apps.length >= MOST_APPS ? null : (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={16} />}
          style={{ alignSelf: 'flex-start' }}
          onClick={() => set([...apps, {}])}
        >
          {t('authentication.addApp')}
        </Button>
      )}
    </Stack>
  )
}

const CodeButton = (props: ButtonProps) => {
  const { button, issues, onChange } = props
  const { t } = useTranslation('whatsapp/templates')
  const kind = wordOf(button.otp_type)
  const word = (key: 'text' | 'autofill_text') => (
    <TextInput
      label={t(`authentication.${key}`)}
      data-field={`buttons.0.${key}`}
      placeholder={t('authentication.asWhatsapp')}
      value={textOf(button[key])}
      error={issues.text(`buttons.0.${key}`)}
      onChange={(event) => {
        const { [key]: _, ...rest } = button
        onChange(event.currentTarget.value ? { ...rest, [key]: event.currentTarget.value } : rest)
      }}
    />
  )
  return (
    <>
      <Select
        label={t('authentication.kind')}
        description={t(`authentication.about.${kind}`, { defaultValue: '' })}
        allowDeselect={false}
        value={kind}
        data={kinds.map((value) => ({ value, label: t(`authentication.${value}`) }))}
        onChange={(next) => onChange({ type: 'OTP', otp_type: next })}
        error={issues.text('buttons.0.otp_type')}
      />
      {kind === 'COPY_CODE' ? null : <Apps {...props} />}
      <Group grow align="flex-start">
        {word('text')}
        {kind === 'COPY_CODE' ? null : word('autofill_text')}
      </Group>
      {kind === 'ZERO_TAP' ? (
        <Checkbox
          label={t('authentication.terms')}
          data-field="buttons.0.zero_tap_terms_accepted"
          checked={button.zero_tap_terms_accepted === true}
          error={issues.text('buttons.0.zero_tap_terms_accepted')}
          onChange={(event) => onChange({ ...button, zero_tap_terms_accepted: event.currentTarget.checked })}
        />
      ) : null}
    </>
  )
}

/** A message with a one-time code: WhatsApp writes it, the company only chooses. */
export const AuthenticationFields = ({ content, issues, onChange }: FormProps) => {
  const { t } = useTranslation('whatsapp/templates')
  const { components } = content
  const set = (next: Component[]) => onChange({ ...content, components: next })
  const [button = { type: 'OTP', otp_type: 'COPY_CODE' }] = buttonsOf(components)
  const minutes = partOf(components, 'FOOTER')?.code_expiration_minutes
  const advice = partOf(components, 'BODY')?.add_security_recommendation === true
  return (
    <Part title={t('authentication.title')}>
      <Text size="sm" c="dimmed">
        {t('authentication.help')}
      </Text>
      <CodeButton button={button} issues={issues} onChange={(next) => set(withButtons(components, [next]))} />
      <Switch
        label={t('authentication.advice')}
        checked={advice}
        onChange={(event) =>
          set(withPart(components, 'BODY', { add_security_recommendation: event.currentTarget.checked }))
        }
      />
      <NumberInput
        label={t('authentication.minutes')}
        data-field="footer.code_expiration_minutes"
        min={1}
        max={90}
        value={typeof minutes === 'number' ? minutes : ''}
        error={issues.text('footer.code_expiration_minutes')}
        onChange={(next) =>
          set(withPart(components, 'FOOTER', typeof next === 'number' ? { code_expiration_minutes: next } : null))
        }
      />
    </Part>
  )
}

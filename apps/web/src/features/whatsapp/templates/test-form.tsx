import { Text, TextInput } from '@mantine/core'
import { type SendableTemplate, templateVariables } from '@recado/contracts/whatsapp/template-variables'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { errorText } from '#web/lib/api/error-text.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { useTest } from './api.ts'

type Props = {
  /** What to send; the form is disabled without it. */
  template: (SendableTemplate & { id: string }) | null
  channelId: string
  onClose: () => void
  /** The other choice of the form: the number, or the template. */
  children: ReactNode
}

/** Sends a template to a phone, with its sample values. */
export const TestForm = ({ template, channelId, onClose, children }: Props) => {
  const { t } = useTranslation(['whatsapp/templates', 'errors'])
  const variables = template
    ? templateVariables(template).filter(({ kind }) => kind !== 'media' && kind !== 'payload')
    : []
  const [phone, setPhone] = useState('')
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const fields = variables.map(({ key, label, example }) => {
    const place = `${template?.id} ${key}`
    return { key, label, place, value: typed[place] ?? example ?? '' }
  })
  const test = useTest(template?.id ?? '')
  return (
    <FormDrawer
      opened
      title={t('test.title')}
      submitLabel={t('test.send')}
      busy={test.isPending}
      error={test.error ? errorText(t, test.error) : null}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault()
        if (!template) return
        test.mutate(
          { channelId, phone, values: Object.fromEntries(fields.map(({ key, value }) => [key, value])) },
          {
            onSuccess: () => {
              toastSuccess(t('test.done'))
              onClose()
            },
          },
        )
      }}
    >
      <Text size="sm" c="dimmed">
        {t('test.text')}
      </Text>
      <TextInput
        label={t('test.phone')}
        type="tel"
        placeholder="+55 11 98765-4321"
        data-autofocus
        value={phone}
        onChange={(event) => setPhone(event.currentTarget.value)}
      />
      {children}
      {fields.map(({ key, label, place, value }) => (
        <TextInput
          key={key}
          label={`{{${label}}}`}
          value={value}
          onChange={(event) => setTyped({ ...typed, [place]: event.currentTarget.value })}
        />
      ))}
    </FormDrawer>
  )
}

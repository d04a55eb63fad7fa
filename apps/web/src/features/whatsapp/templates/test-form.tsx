import { Text, TextInput } from '@mantine/core'
import { type SendableTemplate, templateVariables } from '@recado/contracts/whatsapp/template-variables'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { useVariableLabel } from '#web/components/form/variable-label.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
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
  const labelOf = useVariableLabel()
  const variables = template
    ? templateVariables(template).filter(({ kind }) => kind !== 'media' && kind !== 'payload')
    : []
  const test = useTest(template?.id ?? '')
  const { form, state } = useContractForm<{ phone: string; typed: Record<string, string> }>({
    initialValues: { phone: '', typed: {} },
    onSubmit: async ({ phone }) => {
      if (!template) return
      const values = Object.fromEntries(fields.map(({ key, value }) => [key, value]))
      await test.mutateAsync({ channelId, phone, values })
      toastSuccess(t('test.done'))
      onClose()
    },
  })
  const { typed } = form.values
  const fields = variables.map((variable) => {
    const { key, example } = variable
    const place = `${template?.id} ${key}`
    return { key, label: labelOf(variable), place, value: typed[place] ?? example ?? '' }
  })
  return (
    <FormDrawer opened title={t('test.title')} submitLabel={t('test.send')} {...state} onClose={onClose}>
      <Text size="sm" c="dimmed">
        {t('test.text')}
      </Text>
      <TextInput
        label={t('test.phone')}
        type="tel"
        placeholder="+55 11 98765-4321"
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('phone')}
      />
      {children}
      {fields.map(({ key, label, place, value }) => (
        <TextInput
          key={key}
          label={label}
          name={key}
          autoComplete="off"
          value={value}
          onChange={(event) => form.setFieldValue('typed', { ...typed, [place]: event.currentTarget.value })}
        />
      ))}
    </FormDrawer>
  )
}

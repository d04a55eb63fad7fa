import { Select, Text, TextInput } from '@mantine/core'
import { templateVariables } from '@recado/contracts/whatsapp/template-variables'
import type { TemplateDetail } from '@recado/contracts/whatsapp/templates'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDrawer } from '#web/components/form/form-drawer.tsx'
import { errorText } from '#web/lib/api/error-text.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { accountsQuery, useTest } from './api.ts'

/** Sends the template to a phone, with samples filled in. */
export const TestDrawer = ({ template, onClose }: { template: TemplateDetail; onClose: () => void }) => {
  const { t } = useTranslation(['whatsapp/templates', 'errors'])
  const accounts = useQuery(accountsQuery())
  const channels = accounts.data?.data.find(({ id }) => id === template.accountId)?.channels ?? []
  const variables = template.live
    ? templateVariables({ ...template.live }).filter(({ kind }) => kind !== 'media' && kind !== 'payload')
    : []
  const [channelId, setChannelId] = useState<string | null>(null)
  const [phone, setPhone] = useState('')
  const [values, setValues] = useState(() =>
    Object.fromEntries(variables.map(({ key, example }) => [key, example ?? ''])),
  )
  const test = useTest(template.id)
  const channel = channelId ?? channels[0]?.id ?? ''
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
        test.mutate(
          { channelId: channel, phone, values },
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
      <Select
        label={t('test.channel')}
        allowDeselect={false}
        value={channel}
        data={channels.map(({ id, name, phone: number }) => ({ value: id, label: `${name} · ${number}` }))}
        onChange={setChannelId}
      />
      <TextInput
        label={t('test.phone')}
        type="tel"
        placeholder="+55 11 98765-4321"
        value={phone}
        onChange={(event) => setPhone(event.currentTarget.value)}
      />
      {variables.map(({ key, label }) => (
        <TextInput
          key={key}
          label={`{{${label}}}`}
          value={values[key] ?? ''}
          onChange={(event) => setValues({ ...values, [key]: event.currentTarget.value })}
        />
      ))}
    </FormDrawer>
  )
}

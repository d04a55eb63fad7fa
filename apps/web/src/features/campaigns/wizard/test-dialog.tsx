import { Text, Textarea } from '@mantine/core'
import { testCampaign } from '@recado/contracts/campaigns/preflight'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '#web/components/form/form-dialog.tsx'
import { call } from '#web/lib/api/api.ts'
import { useContractForm } from '#web/lib/ui/form.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'

const MOST = 5

const phonesIn = (text: string): string[] =>
  text
    .split(/[\n,;]+/)
    .map((phone) => phone.trim())
    .filter(Boolean)

type Failure = { phone: string; error: string }
type Props = { id: string; contactId: string | null; onClose: () => void }

/** Sends the message to a few numbers of one's own. */
export const TestDialog = ({ id, contactId, onClose }: Props) => {
  const { t } = useTranslation(['campaigns/wizard', 'validation', 'errors'])
  const [failures, setFailures] = useState<Failure[]>([])
  const [clientKey] = useState(() => crypto.randomUUID())
  const { form, state } = useContractForm<{ phones: string }>({
    initialValues: { phones: '' },
    extra: ({ phones }) => {
      const count = phonesIn(phones).length
      if (count === 0) return { phones: t('validation:required') }
      return { phones: count > MOST ? t('test.tooMany', { count: MOST }) : undefined }
    },
    onSubmit: async ({ phones }) => {
      const body = { phones: phonesIn(phones), clientKey, ...(contactId ? { contactId } : {}) }
      const { data } = await call(testCampaign, { params: { id }, body })
      const failed = data.flatMap(({ phone, error }) => (error ? [{ phone, error }] : []))
      setFailures(failed)
      if (failed.length > 0) return
      toastSuccess(t('test.sent', { count: data.length }))
      onClose()
    },
  })
  return (
    <FormDialog opened title={t('test.title')} submitLabel={t('test.submit')} {...state} onClose={onClose}>
      <Text size="sm">{t('test.text')}</Text>
      <Textarea
        label={t('test.phones')}
        description={t('test.hint', { count: MOST })}
        autosize
        minRows={2}
        data-autofocus
        {...form.getInputProps('phones')}
      />
      {failures.map(({ phone, error }) => (
        <Text key={phone} size="sm" c="var(--mantine-color-error)" role="alert">
          {t('test.failed', { phone, reason: t(`errors:${error}`, { defaultValue: error }) })}
        </Text>
      ))}
    </FormDialog>
  )
}

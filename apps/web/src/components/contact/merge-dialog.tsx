import { Button, Group, Loader, Modal, Radio, Stack, Text } from '@mantine/core'
import type { ContactCard } from '@recado/contracts/contacts/contacts'
import { mergeContacts, type mergeFields, type mergeSides, previewMerge } from '@recado/contracts/contacts/contacts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { FormFailure } from '#web/components/form/form-failure.tsx'
import { call } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/error-text.ts'
import { showPhone } from '#web/lib/i18n/phone.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'

type Field = (typeof mergeFields)[number]
type Side = (typeof mergeSides)[number]
type Choices = Partial<Record<Field, Side>>

const shown = (contact: ContactCard, field: Field): string => {
  const value = contact[field] ?? ''
  return field === 'phone' ? showPhone(value) : value
}

const Conflict = ({
  field,
  survivor,
  other,
  value,
  onChange,
}: {
  field: Field
  survivor: ContactCard
  other: ContactCard
  value: Side
  onChange: (side: Side) => void
}) => {
  const { t } = useTranslation('contacts/contact')
  return (
    <Radio.Group label={t(field)} value={value} onChange={(side) => onChange(side === 'other' ? 'other' : 'survivor')}>
      <Stack gap={4} mt={4}>
        <Radio value="survivor" label={shown(survivor, field)} />
        <Radio value="other" label={shown(other, field)} />
      </Stack>
    </Radio.Group>
  )
}

/** Two contacts become one: what comes together, and whose value stays where both have one. */
export const MergeDialog = ({
  contact,
  other,
  onClose,
}: {
  contact: ContactCard
  other: ContactCard
  onClose: () => void
}) => {
  const { t } = useTranslation(['contacts/contact', 'errors'])
  const queryClient = useQueryClient()
  const [fields, setFields] = useState<Choices>({})
  const preview = useQuery({
    queryKey: ['contacts', 'merge-preview', contact.id, other.id],
    queryFn: ({ signal }) =>
      call(previewMerge, { params: { id: contact.id }, query: { otherId: other.id } }, { signal }),
    meta: { quiet: true },
  })
  const merge = useMutation({
    mutationFn: () => call(mergeContacts, { params: { id: contact.id }, body: { otherId: other.id, fields } }),
    onSuccess: () => {
      toastSuccess(t('merge.merged', { name: other.displayName }))
      void queryClient.invalidateQueries()
      onClose()
    },
    meta: { quiet: true },
  })
  const { data } = preview
  return (
    <Modal opened onClose={onClose} title={t('merge.title')} closeButtonProps={{ 'aria-label': t('common:close') }}>
      {preview.isPending ? <Loader mx="auto" /> : null}
      {preview.error ? <RetryState compact error={preview.error} onRetry={preview.refetch} /> : null}
      {data ? (
        <Stack gap="md">
          <Text size="sm">{t('merge.text', { name: data.survivor.displayName, other: data.other.displayName })}</Text>
          <Text size="sm" c="dimmed">
            {t('merge.brings', { conversations: data.conversations, identities: data.identities })}
            {data.marketing === 'denied' ? ` ${t('merge.denied')}` : ''}
          </Text>
          {data.conflicts.map((field) => (
            <Conflict
              key={field}
              field={field}
              survivor={data.survivor}
              other={data.other}
              value={fields[field] ?? 'survivor'}
              onChange={(side) => setFields((now) => ({ ...now, [field]: side }))}
            />
          ))}
          <FormFailure>{merge.error ? errorText(t, merge.error) : null}</FormFailure>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('common:cancel')}
            </Button>
            <Button loading={merge.isPending} onClick={() => merge.mutate()}>
              {t('merge.submit')}
            </Button>
          </Group>
        </Stack>
      ) : null}
    </Modal>
  )
}

import { Alert, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { changeAccess, previewAccess } from '@recado/contracts/companies/company-access'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormFailure } from '#web/components/form/form-failure.tsx'
import { call } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/error-text.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { useUnsaved } from '#web/lib/ui/unsaved.ts'
import { adminKey } from '#web/queries/admin.ts'
import { AccessTerms, endOf } from './access-terms.tsx'
import type { AccessChange } from './api.ts'
import classes from './companies.module.css'

type Props = {
  changes: (AccessChange & { name: string })[]
  onDone: () => Promise<unknown>
  onClose: () => void
}

/** What changes of access would do, before they are made, and why they are made. */
export const AccessReview = ({ changes, onDone, onClose }: Props) => {
  const { t } = useTranslation(['admin/accounts', 'common', 'errors'])
  const [reason, setReason] = useState('')
  const [days, setDays] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  useUnsaved(() => reason.trim() !== '' && !busy)
  const wanted = changes.map(({ companyId, block, effect }) => ({ companyId, block, effect }))
  const preview = useQuery({
    queryKey: [...adminKey, 'preview', wanted],
    queryFn: () => call(previewAccess, { body: { changes: wanted } }),
    staleTime: 0,
  })
  const names = (blocks: string[]) => blocks.map((block) => t(`common:blocks.${block}`)).join(', ')
  const save = async () => {
    setBusy(true)
    setFailure(null)
    try {
      await call(changeAccess, { body: { changes: wanted, reason: reason.trim(), expiresAt: endOf(days) } })
      toastSuccess(t('access.saved', { count: changes.length }))
      await onDone()
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={t('access.reviewTitle')}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="md">
        {preview.error ? <Alert color="red">{errorText(t, preview.error)}</Alert> : null}
        {preview.isPending ? <Skeleton height={80} radius="md" /> : null}
        <ul className={classes.list}>
          {preview.data?.data.map((row) => (
            <li key={row.companyId}>
              <Text size="sm" fw={600}>
                {row.name}
              </Text>
              {row.gained.length > 0 ? <Text size="sm">{t('access.gains', { blocks: names(row.gained) })}</Text> : null}
              {row.lost.length > 0 ? (
                <Text size="sm" c="red">
                  {t('access.loses', { blocks: names(row.lost) })}
                </Text>
              ) : null}
              {row.lost.length > 0 ? (
                <Text size="xs" c="dimmed">
                  {t('access.touches', { channels: row.channels, conversations: row.openConversations })}
                </Text>
              ) : null}
              {row.lost.length + row.gained.length === 0 ? (
                <Text size="sm" c="dimmed">
                  {t('access.noEffect')}
                </Text>
              ) : null}
            </li>
          ))}
        </ul>
        <AccessTerms reason={reason} onReason={setReason} days={days} onDays={setDays} />
        <FormFailure>{failure ? errorText(t, failure) : null}</FormFailure>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <Button loading={busy} disabled={reason.trim().length < 3 || !preview.data} onClick={() => void save()}>
            {t('access.apply')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

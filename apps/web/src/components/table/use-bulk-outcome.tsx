import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { BulkOutcome } from '@recado/contracts/shared/lists'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tasksKey } from '#web/lib/realtime/task-key.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'

const namesShown = 8

const BulkOutcomeDialog = ({ outcome, onClose }: { outcome: BulkOutcome; onClose: () => void }) => {
  const { t, i18n } = useTranslation(['lists', 'errors'])
  const number = (count: number) => new Intl.NumberFormat(i18n.language).format(count)
  const byCode = Map.groupBy(outcome.skipped, ({ code }) => code)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('bulk.partly', { done: number(outcome.done), skipped: number(outcome.skipped.length) })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="md">
        {[...byCode].map(([code, items]) => (
          <div key={code}>
            <Text size="sm" fw={600}>
              {t(`errors:${code}`, { defaultValue: t('errors:unexpected') })}
            </Text>
            <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {items
                .slice(0, namesShown)
                .map(({ label }) => label)
                .join(', ')}
              {items.length > namesShown
                ? ` ${t('bulk.andMore', { count: items.length - namesShown, formatted: number(items.length - namesShown) })}`
                : ''}
            </Text>
          </div>
        ))}
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {t('common:close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** Says what became of a change of many rows: how many went, and which were left out for which reason. */
export const useBulkOutcome = () => {
  const { t, i18n } = useTranslation('lists')
  const client = useQueryClient()
  const [outcome, setOutcome] = useState<BulkOutcome | null>(null)
  const show = (next: BulkOutcome) => {
    if (next.task) {
      void client.invalidateQueries({ queryKey: tasksKey })
      toastSuccess(t('bulk.started'))
    } else if (next.skipped.length > 0) setOutcome(next)
    else
      toastSuccess(
        t('bulk.done', { count: next.done, formatted: new Intl.NumberFormat(i18n.language).format(next.done) }),
      )
  }
  const dialog = outcome ? <BulkOutcomeDialog outcome={outcome} onClose={() => setOutcome(null)} /> : null
  return { show, dialog }
}

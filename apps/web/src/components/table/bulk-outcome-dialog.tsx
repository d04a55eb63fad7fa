import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import type { BulkOutcome } from '@recado/contracts/shared/lists'
import { useTranslation } from 'react-i18next'

const namesShown = 8

/** Which rows were left out of a change of many, for which reason. */
export const BulkOutcomeDialog = ({ outcome, onClose }: { outcome: BulkOutcome; onClose: () => void }) => {
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

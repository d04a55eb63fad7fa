import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './bulk.module.css'
import type { BulkOutcome } from './use-bulk-change.ts'

const namesShown = 8

/** Says how many conversations were changed, and why the others were not. They stay selected. */
export const BulkResult = ({ result, onClose }: { result: BulkOutcome; onClose: () => void }) => {
  const { t } = useTranslation(['inbox/conversations', 'errors'])
  const refused = result.refused.reduce((sum, { items }) => sum + items.length, 0)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('bulk.partly', { done: result.done, count: refused })}
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <Stack gap="md">
        <ul className={classes.reasons}>
          {result.refused.map(({ code, items }) => (
            <li key={code}>
              <Text size="sm" fw={600}>
                {t(`errors:${code}`, { defaultValue: t('errors:unexpected') })}
              </Text>
              <Text size="sm" c="dimmed">
                {items
                  .slice(0, namesShown)
                  .map(({ contact }) => contact.displayName)
                  .join(', ')}
                {items.length > namesShown ? ` ${t('bulk.andMore', { count: items.length - namesShown })}` : ''}
              </Text>
            </li>
          ))}
        </ul>
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            {t('common:close')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

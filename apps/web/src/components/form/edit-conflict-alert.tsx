import { Alert, Button, Group, List, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { EditConflict } from '#web/lib/ui/versioned-form.ts'

/** Lists the fields that another person changed too, and offers a choice; renders nothing without conflicts. */
export const EditConflictAlert = ({ conflict }: { conflict: EditConflict | null | undefined }) => {
  const { t } = useTranslation()
  if (!conflict) return null
  return (
    <Alert color="clay" role="alert" title={t('editConflict.title')}>
      <Text size="sm">{t('editConflict.text')}</Text>
      <List size="sm" my="xs">
        {conflict.fields.map(({ label, theirs }) => (
          <List.Item key={label}>{theirs ? t('editConflict.field', { label, theirs }) : label}</List.Item>
        ))}
      </List>
      <Group gap="xs">
        <Button size="compact-sm" variant="default" onClick={conflict.showTheirs}>
          {t('editConflict.showTheirs')}
        </Button>
        <Button size="compact-sm" onClick={conflict.keepMine}>
          {t('editConflict.keepMine')}
        </Button>
      </Group>
    </Alert>
  )
}

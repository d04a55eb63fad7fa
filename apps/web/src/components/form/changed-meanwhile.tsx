import { Alert, Button, Group, List, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Meanwhile } from '#web/lib/ui/versioned-form.ts'

/** Says which fields somebody else changed too, and lets the person choose; nothing while nobody did. */
export const ChangedMeanwhile = ({ meanwhile }: { meanwhile: Meanwhile | null | undefined }) => {
  const { t } = useTranslation()
  if (!meanwhile) return null
  return (
    <Alert color="clay" role="alert" title={t('meanwhile.title')}>
      <Text size="sm">{t('meanwhile.text')}</Text>
      <List size="sm" my="xs">
        {meanwhile.fields.map(({ label, theirs }) => (
          <List.Item key={label}>{theirs ? t('meanwhile.field', { label, theirs }) : label}</List.Item>
        ))}
      </List>
      <Group gap="xs">
        <Button size="compact-sm" variant="default" onClick={meanwhile.showTheirs}>
          {t('meanwhile.showTheirs')}
        </Button>
        <Button size="compact-sm" onClick={meanwhile.keepMine}>
          {t('meanwhile.keepMine')}
        </Button>
      </Group>
    </Alert>
  )
}

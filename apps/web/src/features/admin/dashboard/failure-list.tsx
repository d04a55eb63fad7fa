import { Group, Paper, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Summary } from './api.ts'

/** Why messages of the period failed, most frequent first. */
export const FailureList = ({ failures }: { failures: Summary['failures'] }) => {
  const { t } = useTranslation('admin/dashboard')
  return (
    <Paper component="section" withBorder p={{ base: 'md', sm: 'lg' }} aria-label={t('failures.title')}>
      <Title order={2} mb="sm">
        {t('failures.title')}
      </Title>
      {failures.map(({ code, count }) => (
        <Group key={code} justify="space-between" wrap="nowrap" py={8} style={{ borderTop: '1px solid var(--line)' }}>
          <div>
            <Text size="sm">{t([`failures.code.${code}`, 'failures.other'])}</Text>
            <Text size="xs" c="dimmed">
              {t('failures.codeLabel', { code })}
            </Text>
          </div>
          <Text fw={600}>{count}</Text>
        </Group>
      ))}
    </Paper>
  )
}

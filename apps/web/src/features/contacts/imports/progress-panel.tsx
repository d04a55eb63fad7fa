import { Paper, Progress, Stack, Text, Title } from '@mantine/core'
import type { ContactImport } from '@recado/contracts/contacts/imports'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type Props = {
  found: ContactImport
  title: string
  /** The level of the title. */
  order: 2 | 3
  text?: string
  action?: ReactNode
}

/** How far an import is, while it works in the background. */
export const ProgressPanel = ({ found, title, order, text, action }: Props) => {
  const { t, i18n } = useTranslation('contacts/imports')
  const number = new Intl.NumberFormat(i18n.language)
  const { progress, rows, waits } = found
  const done = t('check.progress', { done: number.format(progress), total: number.format(rows) })
  return (
    <Paper withBorder p="lg">
      <Stack gap="sm" align="flex-start">
        <Title order={order} fz="md">
          {title}
        </Title>
        <Progress w="100%" value={rows === 0 ? 0 : (progress / rows) * 100} aria-label={title} animated />
        <Text size="sm" role="status">
          {waits ? t('check.waits') : done}
        </Text>
        {text ? (
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        ) : null}
        {action}
      </Stack>
    </Paper>
  )
}

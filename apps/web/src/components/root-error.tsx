import { Button, Center, Code, Collapse, Group, Paper, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAlertTriangle, IconChevronDown } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { traceIdOf } from '../lib/error-text.ts'
import { isChunkFailure, reloadOnce } from '../lib/reload-once.ts'
import { CopyAction } from './copy-action.tsx'

const detailsOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error))

/** The last resort of the page: reload, details on demand, and the trace id when there is one. */
export const RootError = ({ error }: { error: unknown }) => {
  const { t } = useTranslation()
  const [opened, { toggle }] = useDisclosure(false)
  const traceId = traceIdOf(error)

  useEffect(() => {
    if (isChunkFailure(error)) reloadOnce()
  }, [error])

  return (
    <Center mih="70vh" p="md">
      <Paper withBorder p="xl" maw={560} w="100%" role="alertdialog" aria-labelledby="page-error-title">
        <Stack gap="md">
          <Group gap="sm" wrap="nowrap">
            <IconAlertTriangle size={26} stroke={1.6} color="var(--mantine-color-clay-6)" aria-hidden="true" />
            <Title order={2} id="page-error-title" fz="lg">
              {t('pageError.title')}
            </Title>
          </Group>
          <Group>
            <Button onClick={() => window.location.reload()}>{t('pageError.reload')}</Button>
          </Group>
          <div>
            <UnstyledButton onClick={toggle} aria-expanded={opened} c="dimmed" fz="sm">
              <Group gap={6}>
                {t('pageError.details')}
                <IconChevronDown size={14} style={{ transform: opened ? 'rotate(180deg)' : 'none' }} />
              </Group>
            </UnstyledButton>
            <Collapse expanded={opened}>
              <Code block mt="xs" mah={240} style={{ overflow: 'auto', whiteSpace: 'pre-wrap' }}>
                {detailsOf(error)}
              </Code>
            </Collapse>
          </div>
          {traceId ? (
            <Group gap={4} c="dimmed">
              <Text size="xs">{t('traceId', { id: traceId })}</Text>
              <CopyAction value={traceId} label={t('copyTraceId')} />
            </Group>
          ) : null}
        </Stack>
      </Paper>
    </Center>
  )
}

import { Group, Paper, Skeleton, Table, Text, Title, Tooltip, VisuallyHidden } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../feedback/empty-state.tsx'
import { RetryState } from '../feedback/retry-state.tsx'
import { DownloadMenu } from './download-menu.tsx'
import { chartHeight } from './time-chart.tsx'

type Rows = { head: readonly string[]; body: readonly (readonly (string | number | null)[])[] }

type Props = {
  title: string
  /** Exactly what the chart counts. */
  explanation?: string
  /** Below the title. */
  aside?: string | undefined
  query: { data: unknown; error: unknown; refetch: () => unknown }
  empty: boolean
  /** What the chart shows as a table: for its file, and for screen readers where its marks are no links. */
  rows: Rows
  /** Name of the file, without its ending. */
  file: string
  /** Its marks are links, or it is a table, so that no other is needed. */
  readable?: boolean
  /** The room that is kept for it until it comes (pixels). */
  height?: number
  children: ReactNode
}

const ForReaders = ({ title, rows }: { title: string; rows: Rows }) => (
  <VisuallyHidden>
    <Table>
      <Table.Caption>{title}</Table.Caption>
      <Table.Thead>
        <Table.Tr>
          {rows.head.map((name) => (
            <Table.Th key={name}>{name}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.body.map((row) => (
          <Table.Tr key={row[0]}>
            {row.map((cell, index) => (
              <Table.Td key={rows.head[index]}>{cell}</Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </VisuallyHidden>
)

const Content = ({ title, query, empty, rows, readable = true, height = chartHeight, children }: Props) => {
  const { t } = useTranslation('charts')
  if (query.error && !query.data) return <RetryState error={query.error} onRetry={query.refetch} compact />
  if (!query.data) return <Skeleton height={height} />
  if (empty) return <EmptyState compact title={t('empty')} description={t('emptyText')} />
  if (readable) return children
  return (
    <>
      <div aria-hidden="true">{children}</div>
      <ForReaders title={title} rows={rows} />
    </>
  )
}

/** A chart with its name, what it counts, its file, and itself as a table for who does not see it. */
export const ChartCard = (props: Props) => {
  const { title, explanation, aside, query, empty, rows, file } = props
  const card = useRef<HTMLElement>(null)
  return (
    <Paper ref={card} component="section" withBorder p={{ base: 'md', sm: 'lg' }} aria-label={title} miw={0}>
      <Group justify="space-between" mb="md" wrap="nowrap" align="flex-start">
        <div>
          <Group gap={6} wrap="nowrap">
            <Title order={2}>{title}</Title>
            {explanation ? (
              <Tooltip label={explanation} multiline maw={260} events={{ hover: true, focus: true, touch: true }}>
                <IconInfoCircle
                  size={16}
                  color="var(--mantine-color-dimmed)"
                  style={{ flex: 'none' }}
                  tabIndex={0}
                  role="img"
                  aria-label={explanation}
                  data-outside-picture
                />
              </Tooltip>
            ) : null}
          </Group>
          {aside || !query.data ? (
            <Text size="xs" c="dimmed" mih="1lh">
              {aside}
            </Text>
          ) : null}
        </div>
        {query.data && !empty ? (
          <DownloadMenu title={title} file={file} rows={[rows.head, ...rows.body]} card={() => card.current} />
        ) : null}
      </Group>
      <Content {...props} />
    </Paper>
  )
}

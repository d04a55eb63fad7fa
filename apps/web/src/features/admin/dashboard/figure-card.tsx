import { Group, Paper, Skeleton, Text, Tooltip } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'

type Props = {
  label: string
  explanation: string
  value: ReactNode
  below?: ReactNode
  loading?: boolean
  accent?: boolean
}

/** One figure with its name; what it means exactly is its tooltip. */
export const FigureCard = ({ label, explanation, value, below, loading = false, accent = false }: Props) => (
  <Paper withBorder p="md" h="100%">
    <Group gap={6} wrap="nowrap" justify="space-between">
      <Text size="sm" c="dimmed" fw={500}>
        {label}
      </Text>
      <Tooltip label={explanation} multiline maw={260} events={{ hover: true, focus: true, touch: true }}>
        <IconInfoCircle
          size={16}
          stroke={1.6}
          color="var(--mantine-color-dimmed)"
          style={{ flex: 'none' }}
          tabIndex={0}
          role="img"
          aria-label={explanation}
        />
      </Tooltip>
    </Group>
    {loading ? (
      <Skeleton height={36} width={80} />
    ) : (
      <Text fz={28} fw={700} lh={1.3} lts="-0.02em" c={accent ? 'var(--accent-text)' : 'var(--mantine-color-text)'}>
        {value}
      </Text>
    )}
    {below}
  </Paper>
)

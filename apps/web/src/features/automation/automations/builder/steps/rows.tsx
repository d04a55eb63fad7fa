import { ActionIcon, Group, Paper, Stack, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** Takes a row away. */
export const Remove = ({ label, onClick }: { label: string; onClick: () => void }) => (
  <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label} onClick={onClick}>
    <IconTrash size={17} />
  </ActionIcon>
)

export const without = <T,>(items: readonly T[], at: number): T[] => items.filter((_item, index) => index !== at)

export const replaced = <T,>(items: readonly T[], at: number, item: T): T[] =>
  items.map((one, index) => (index === at ? item : one))

export const Problem = ({ text }: { text: string | undefined }) =>
  text ? (
    <Text size="sm" c="var(--mantine-color-error)" role="alert">
      {text}
    </Text>
  ) : null

type EntryProps = { place: number; head: ReactNode; onRemove: () => void; children: ReactNode }

/** One of several things of a kind, in a frame: what stands first beside the button that removes it, and the rest. */
export const Entry = ({ place, head, onRemove, children }: EntryProps) => {
  const { t } = useTranslation('automation/automations')
  return (
    <Paper withBorder p="sm">
      <Stack gap="xs">
        <Group gap="xs" wrap="nowrap" align="flex-end">
          {head}
          <Remove label={t('removeRow', { number: place + 1 })} onClick={onRemove} />
        </Group>
        {children}
      </Stack>
    </Paper>
  )
}

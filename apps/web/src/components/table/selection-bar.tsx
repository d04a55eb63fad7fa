import { ActionIcon, Button, Group, Paper, Text } from '@mantine/core'
import { type BulkSelection, countLimit } from '@recado/contracts/shared/lists'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './data-table.module.css'
import type { TableSelected } from './table-selection.ts'

type Props = { selected: TableSelected; actions: ((selection: BulkSelection) => ReactNode) | undefined }

/** Says how many rows are chosen and offers what can be done with them. */
export const SelectionBar = ({ selected, actions }: Props) => {
  const { t, i18n } = useTranslation('lists')
  const { ids, value, matched, tooMany, counting, selectMatching, clear } = selected
  if (!value) return null
  const number = (count: number) => new Intl.NumberFormat(i18n.language).format(count)
  const counted = (count: number) => (count > countLimit ? `${number(countLimit)}+` : number(count))
  return (
    <Paper component="section" withBorder shadow="md" className={classes.bar ?? ''} aria-label={t('selection.label')}>
      <Group gap="xs">
        <ActionIcon aria-label={t('selection.clear')} onClick={clear}>
          <IconX size={18} />
        </ActionIcon>
        <Text size="sm" fw={600} role="status">
          {matched === null
            ? t('selection.count', { count: ids.length, formatted: number(ids.length) })
            : t('selection.allSelected', { formatted: counted(matched) })}
        </Text>
        {selectMatching ? (
          <Button size="compact-sm" variant="subtle" loading={counting} onClick={() => void selectMatching()}>
            {t('selection.matching')}
          </Button>
        ) : null}
      </Group>
      <Group gap="xs">{actions?.(value)}</Group>
      {tooMany ? (
        <Text size="sm" role="alert" w="100%">
          {t('selection.tooMany', { limit: number(countLimit) })}
        </Text>
      ) : null}
    </Paper>
  )
}

import { ActionIcon, Button, Checkbox, Group, Popover, SegmentedControl, Stack, Text, Tooltip } from '@mantine/core'
import { densities } from '@recado/contracts/product-notifications/preference-names'
import type { ListName } from '@recado/contracts/shared/list-names'
import { IconArrowDown, IconArrowUp, IconColumns3 } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useListSettings } from '#web/lib/api/lists.ts'
import { type DataTableColumn, movable, secondaryOf } from './table-columns.ts'

/** Which columns a person sees of a list, in which order, and how close its rows are. */
export const ListColumns = <T,>({ list, columns }: { list: ListName; columns: DataTableColumn<T>[] }) => {
  const { t } = useTranslation('lists')
  const { settings, change, reset } = useListSettings(list, secondaryOf(columns))
  const all = movable(columns, settings)
  const shown = all.filter(({ key }) => !settings.hidden.includes(key))
  const move = (from: number, by: number) => {
    const order = all.map(({ key }) => key)
    const [key] = order.splice(from, 1)
    if (key) order.splice(from + by, 0, key)
    change({ order })
  }
  const show = (key: string, visible: boolean) =>
    change({ hidden: visible ? settings.hidden.filter((one) => one !== key) : [...settings.hidden, key] })
  return (
    <Popover position="bottom-end" shadow="md" width={300} trapFocus returnFocus>
      <Popover.Target>
        <Tooltip label={t('look.title')}>
          <ActionIcon size={34} aria-label={t('look.title')}>
            <IconColumns3 size={18} stroke={1.7} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('look.title')}>
        <Stack gap="sm">
          <Stack gap={2} component="ul" m={0} p={0} style={{ listStyle: 'none' }} aria-label={t('look.columns')}>
            {all.map(({ key, title }, place) => (
              <Group key={key} component="li" gap={4} wrap="nowrap" justify="space-between">
                <Checkbox
                  label={title}
                  checked={!settings.hidden.includes(key)}
                  disabled={shown.length === 1 && shown[0]?.key === key}
                  onChange={(event) => show(key, event.currentTarget.checked)}
                />
                <Group gap={2} wrap="nowrap">
                  <ActionIcon
                    aria-label={t('look.up', { column: title })}
                    bg="transparent"
                    disabled={place === 0}
                    onClick={() => move(place, -1)}
                  >
                    <IconArrowUp size={16} />
                  </ActionIcon>
                  <ActionIcon
                    aria-label={t('look.down', { column: title })}
                    bg="transparent"
                    disabled={place === all.length - 1}
                    onClick={() => move(place, 1)}
                  >
                    <IconArrowDown size={16} />
                  </ActionIcon>
                </Group>
              </Group>
            ))}
          </Stack>
          <div>
            <Text size="sm" fw={600} mb={4}>
              {t('look.density')}
            </Text>
            <SegmentedControl
              fullWidth
              aria-label={t('look.density')}
              value={settings.density}
              data={densities.map((value) => ({ value, label: t(`look.${value}`) }))}
              onChange={(value) => change({ density: densities.find((known) => known === value) })}
            />
          </div>
          <Button variant="subtle" size="compact-sm" onClick={reset}>
            {t('look.reset')}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}

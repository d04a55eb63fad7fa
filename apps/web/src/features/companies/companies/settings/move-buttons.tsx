import { ActionIcon } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useSettingsChange } from './api.ts'

type Placed = { id: string; position?: number; version: number }

/** What has to be placed again, and where, so that the item at `from` stands at `to`. */
export const placesAfterMove = (items: readonly Placed[], from: number, to: number): [Placed, number][] => {
  const order = items.filter((_, index) => index !== from)
  const moved = items[from]
  if (moved) order.splice(to, 0, moved)
  return order.flatMap((item, index): [Placed, number][] => (item.position === index ? [] : [[item, index]]))
}

type Props = {
  items: readonly Placed[]
  index: number
  name: string
  place: (id: string, body: { position: number; version: number }) => Promise<unknown>
}

/** Moves an item of an ordered list up or down. */
export const MoveButtons = ({ items, index, name, place }: Props) => {
  const { t } = useTranslation('companies/settings')
  const move = useSettingsChange(async (to: number) => {
    for (const [{ id, version }, position] of placesAfterMove(items, index, to)) await place(id, { position, version })
  })
  return (
    <>
      <ActionIcon
        aria-label={t('moveUp', { name })}
        disabled={index === 0 || move.isPending}
        onClick={() => move.mutate(index - 1)}
      >
        <IconChevronUp size={18} />
      </ActionIcon>
      <ActionIcon
        aria-label={t('moveDown', { name })}
        disabled={index === items.length - 1 || move.isPending}
        onClick={() => move.mutate(index + 1)}
      >
        <IconChevronDown size={18} />
      </ActionIcon>
    </>
  )
}

import { Checkbox, Switch, Table, Tooltip, VisuallyHidden } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { type KeyboardEvent, useId } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './preference-table.module.css'
import type { CellChange, Channel, PreferenceGroup, PreferenceRow } from './rows.ts'

type Props = {
  groups: readonly PreferenceGroup[]
  channels: readonly Channel[]
  /** The channels that are enabled globally. */
  open: ReadonlySet<Channel>
  onCells: (changes: CellChange[]) => void
  onChannel: (channel: Channel, on: boolean) => void
}

const steps: Readonly<Record<string, readonly [rows: number, cells: number]>> = {
  ArrowDown: [1, 0],
  ArrowUp: [-1, 0],
  ArrowRight: [0, 1],
  ArrowLeft: [0, -1],
}

/** Moves the focus from cell to cell, skipping cells without a switch. */
const moveByArrows = (event: KeyboardEvent<HTMLTableElement>) => {
  const step = steps[event.key]
  const from = event.target instanceof HTMLElement ? event.target.closest('td') : null
  if (!step || !from) return
  event.preventDefault()
  const rows = [...event.currentTarget.rows]
  const pressable = (cell: Element | undefined) => cell?.querySelector<HTMLInputElement>('input:not(:disabled)')
  let row = rows.findIndex((one) => one.contains(from))
  let cell = from.cellIndex
  do {
    row += step[0]
    cell += step[1]
    const next = pressable(rows[row]?.cells[cell])
    if (next) return next.focus()
  } while (rows[row] && (step[1] === 0 || rows[row]?.cells[cell]))
}

const Cell = ({
  row,
  channel,
  open,
  onCells,
}: { row: PreferenceRow; channel: Channel } & Pick<Props, 'open' | 'onCells'>) => {
  const { t } = useTranslation('product-notifications/inbox')
  const flag = row.channels[channel]
  if (flag === undefined)
    return (
      <span className={classes.none}>
        <span aria-hidden="true">–</span>
        <VisuallyHidden>{t('matrix.unused')}</VisuallyHidden>
      </span>
    )
  if (row.critical)
    return (
      <Tooltip label={t('matrix.always')}>
        <span className={classes.always} role="img" aria-label={t('matrix.always')}>
          <IconLock size={16} stroke={1.8} />
        </span>
      </Tooltip>
    )
  return (
    <Switch
      size="sm"
      className={classes.switch ?? ''}
      aria-label={t('matrix.cell', { name: row.name, channel: t(`channel.${channel}`) })}
      checked={flag && open.has(channel)}
      disabled={!open.has(channel)}
      onChange={(event) => onCells([{ row, channel, on: event.currentTarget.checked }])}
    />
  )
}

const Row = ({ row, channels, open, onCells }: { row: PreferenceRow } & Omit<Props, 'groups' | 'onChannel'>) => {
  const { t } = useTranslation('product-notifications/inbox')
  const own = channels.filter((channel) => row.channels[channel] !== undefined && open.has(channel))
  const on = own.filter((channel) => row.channels[channel])
  const all = on.length === own.length
  return (
    <Table.Tr>
      <Table.Th scope="row" className={classes.name ?? ''}>
        {row.name}
      </Table.Th>
      {channels.map((channel) => (
        <Table.Td key={channel}>
          <Cell row={row} channel={channel} open={open} onCells={onCells} />
        </Table.Td>
      ))}
      <Table.Td className={classes.all ?? ''}>
        {row.critical || own.length < 2 ? null : (
          <Checkbox
            size="sm"
            className={classes.switch ?? ''}
            aria-label={t('matrix.row', { name: row.name })}
            checked={all}
            indeterminate={!all && on.length > 0}
            onChange={() =>
              onCells(
                own.filter((channel) => row.channels[channel] === all).map((channel) => ({ row, channel, on: !all })),
              )
            }
          />
        )}
      </Table.Td>
    </Table.Tr>
  )
}

/** The notification preferences: topics in rows, channels in columns, and a switch in each cell. */
export const PreferenceTable = ({ groups, channels, open, onCells, onChannel }: Props) => {
  const { t } = useTranslation('product-notifications/inbox')
  const id = useId()
  const shut = channels.filter((channel) => !open.has(channel)).map((channel) => t(`channel.${channel}`))
  return (
    <Table className={classes.table ?? ''} aria-label={t('matrix.title')} onKeyDown={moveByArrows}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{t('matrix.what')}</Table.Th>
          {channels.map((channel) => (
            <Table.Th key={channel} scope="col">
              {t(`channel.${channel}`)}
            </Table.Th>
          ))}
          <Table.Th scope="col" className={classes.all ?? ''}>
            {t('matrix.all')}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        <Table.Tr className={classes.everything ?? ''}>
          <Table.Th scope="row" className={classes.name ?? ''}>
            {t('matrix.everything')}
            {shut.length > 0 ? (
              <span className={classes.note} role="status">
                {t('matrix.shut', { channels: shut.join(', '), count: shut.length })}
              </span>
            ) : null}
          </Table.Th>
          {channels.map((channel) => (
            <Table.Td key={channel}>
              <Switch
                size="sm"
                className={classes.switch ?? ''}
                aria-label={t('matrix.cell', { name: t('matrix.everything'), channel: t(`channel.${channel}`) })}
                checked={open.has(channel)}
                onChange={(event) => onChannel(channel, event.currentTarget.checked)}
              />
            </Table.Td>
          ))}
          <Table.Td className={classes.all ?? ''} />
        </Table.Tr>
      </Table.Tbody>
      {groups.map(({ name, rows }, index) => (
        <Table.Tbody key={name} aria-labelledby={`${id}${index}`}>
          <Table.Tr className={classes.group ?? ''}>
            <Table.Th scope="rowgroup" colSpan={channels.length + 2} id={`${id}${index}`}>
              {name}
            </Table.Th>
          </Table.Tr>
          {rows.map((row) => (
            <Row key={row.id} row={row} channels={channels} open={open} onCells={onCells} />
          ))}
        </Table.Tbody>
      ))}
    </Table>
  )
}

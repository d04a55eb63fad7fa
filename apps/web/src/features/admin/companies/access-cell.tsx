import { Text, UnstyledButton } from '@mantine/core'
import type { AccessBlock } from '@recado/contracts/abilities'
import { IconCheck, IconClockPause, IconMinus, IconPackage, IconPencil } from '@tabler/icons-react'
import { memo, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AccessCellMenu } from './access-cell-menu.tsx'
import type { AccessChange, AccessRow, BlockState } from './api.ts'
import classes from './companies.module.css'

type Effect = AccessChange['effect']
type Props = {
  row: AccessRow
  state: BlockState
  /** What is to become of it, not saved yet. */
  effect: Effect | undefined
  onChange: (row: AccessRow, block: AccessBlock, effect: Effect | null) => void
}

const SourceIcon = ({ state }: { state: BlockState }) => {
  if (state.override) return <IconPencil size={13} aria-hidden="true" />
  if (state.plan) return <IconPackage size={13} aria-hidden="true" color="var(--mantine-color-dimmed)" />
  return <span />
}

/** What a company may use of one block, and the menu that changes it. There are hundreds: a menu is made when opened. */
export const AccessCell = memo(({ row, state, effect, onChange }: Props) => {
  const { t } = useTranslation('admin/accounts')
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const { effective, override, block } = state
  const Icon = effective ? IconCheck : IconMinus
  const source = override ? t(`access.source.${override.effect}`) : t(`access.source.${state.plan ? 'plan' : 'none'}`)
  const label = `${row.name} · ${t(`common:blocks.${block}`)}: ${t(effective ? 'access.on' : 'access.off')}, ${source}`
  const close = () => {
    setOpened(false)
    button.current?.focus({ preventScroll: true })
  }
  return (
    <div className={classes.cellBox}>
      <UnstyledButton
        ref={button}
        id={id}
        className={classes.cell}
        data-changed={effect ? true : undefined}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={opened}
        title={source}
        onClick={() => setOpened(true)}
      >
        <Icon
          size={18}
          aria-hidden="true"
          color={effective ? 'var(--mantine-color-petrol-6)' : 'var(--mantine-color-dimmed)'}
        />
        <SourceIcon state={state} />
        {override?.expiresAt ? <IconClockPause size={13} aria-hidden="true" /> : null}
        {effect ? (
          <Text span size="xs" c="clay">
            {t(`access.pending.${effect}`)}
          </Text>
        ) : null}
      </UnstyledButton>
      {opened ? (
        <AccessCellMenu
          id={id}
          state={state}
          changed={effect !== undefined}
          onChange={(next) => onChange(row, block, next)}
          onClose={close}
        />
      ) : null}
    </div>
  )
})

import { Menu, Text } from '@mantine/core'
import { IconArrowBackUp, IconCheck, IconEraser, IconX } from '@tabler/icons-react'
import type { Ref } from 'react'
import { useTranslation } from 'react-i18next'
import type { AccessChange, BlockState } from './api.ts'
import { BlockReason } from './block-reason.tsx'
import classes from './companies.module.css'

type Props = {
  id: string
  state: BlockState
  changed: boolean
  onChange: (effect: AccessChange['effect'] | null) => void
  onClose: () => void
}

/** Lies over the cell's button, which names the menu and says that it is open. */
const Place = ({ ref }: { ref?: Ref<HTMLSpanElement> }) => <span ref={ref} className={classes.cellPlace} />

/** Says why a block holds or not, and what can be made of it. */
export const AccessCellMenu = ({ id, state, changed, onChange, onClose }: Props) => {
  const { t } = useTranslation('admin/accounts')
  return (
    <Menu id={id} width={290} position="bottom" opened onClose={onClose}>
      <Menu.Target>
        <Place />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('access.why')}</Menu.Label>
        <Text component="div" px="sm" pb="xs">
          <BlockReason state={state} />
        </Text>
        <Menu.Divider />
        {state.override?.effect === 'grant' ? null : (
          <Menu.Item leftSection={<IconCheck size={16} />} onClick={() => onChange('grant')}>
            {t('access.grant')}
          </Menu.Item>
        )}
        {state.override?.effect === 'revoke' ? null : (
          <Menu.Item leftSection={<IconX size={16} />} onClick={() => onChange('revoke')}>
            {t('access.revoke')}
          </Menu.Item>
        )}
        {state.override ? (
          <Menu.Item leftSection={<IconEraser size={16} />} onClick={() => onChange('clear')}>
            {t('access.clear')}
          </Menu.Item>
        ) : null}
        {changed ? (
          <Menu.Item leftSection={<IconArrowBackUp size={16} />} onClick={() => onChange(null)}>
            {t('access.undo')}
          </Menu.Item>
        ) : null}
      </Menu.Dropdown>
    </Menu>
  )
}

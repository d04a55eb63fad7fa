import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { InDrawer } from './in-drawer.ts'

type Props = { opened?: boolean; title: ReactNode; size?: number; onClose: () => void; children: ReactNode }

/** Shows a record beside its list. A form opened from it is a dialog, not a second drawer. */
export const DetailDrawer = ({ opened = true, title, size = 560, onClose, children }: Props) => {
  const { t } = useTranslation()
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      position="right"
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <InDrawer value>{children}</InDrawer>
    </Drawer>
  )
}

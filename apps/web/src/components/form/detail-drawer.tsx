import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { InDrawer } from './in-drawer.ts'
import { LazyDrawer } from './lazy-windows.tsx'

type Props = { opened?: boolean; title: ReactNode; size?: number; onClose: () => void; children: ReactNode }

/** Shows a record beside its list. A form opened from it is a dialog, not a second drawer. */
export const DetailDrawer = ({ opened = true, title, size = 560, onClose, children }: Props) => {
  const { t } = useTranslation()
  return (
    <LazyDrawer
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      position="right"
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <InDrawer value>{children}</InDrawer>
    </LazyDrawer>
  )
}

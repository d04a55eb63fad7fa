import { Button, Collapse } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { IconFilter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

/** Filters that stand open where there is room; on a phone behind a button that says how many are set. */
export const FoldedFilters = ({ count, children }: { count: number; children: ReactNode }) => {
  const { t } = useTranslation()
  const phone = useMediaQuery('(max-width: 48em)') ?? false
  const [open, { toggle }] = useDisclosure(false)
  if (!phone) return children
  return (
    <>
      <Button variant="default" mb="sm" leftSection={<IconFilter size={17} />} aria-expanded={open} onClick={toggle}>
        {count > 0 ? t('filtersSet', { count }) : t('filters')}
      </Button>
      <Collapse expanded={open}>{children}</Collapse>
    </>
  )
}

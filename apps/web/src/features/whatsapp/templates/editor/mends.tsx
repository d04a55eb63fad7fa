import { Button, Group } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCategory } from '../labels.tsx'
import type { Mend } from './rejection.ts'

type MendProps = { mends: readonly Mend[]; onMend: (mend: Mend) => void }

/** Suggested fixes that start with one click, the best first. */
export const Mends = ({ mends, onMend }: MendProps) => {
  const { t } = useTranslation('whatsapp/templates')
  const categoryOf = useCategory()
  if (mends.length === 0) return null
  const labelOf = (mend: Mend) =>
    mend.start === 'category'
      ? t('mend.category', { category: categoryOf(mend.category) })
      : t(`mend.${mend.start === 'write' && mend.path !== 'body.text' ? 'show' : mend.start}`)
  return (
    <Group gap="xs" mt={4}>
      {mends.map((mend, index) => (
        <Button
          key={labelOf(mend)}
          size="compact-sm"
          variant={index === 0 ? 'filled' : 'default'}
          onClick={() => onMend(mend)}
        >
          {labelOf(mend)}
        </Button>
      ))}
    </Group>
  )
}

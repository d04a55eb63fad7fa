import { Alert, Group, Text } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './detail-page.module.css'

const colors = { bad: 'red', warning: 'clay', note: 'gray' } as const

/** A problem of an object that needs attention, with its action. */
export type Problem = {
  id: string
  tone: keyof typeof colors
  title: string
  text?: ReactNode
  action?: ReactNode
}

/** The problems of an object, the worst first; renders nothing if there are none. */
export const ProblemList = ({ problems }: { problems: readonly Problem[] }) => {
  const { t } = useTranslation()
  if (problems.length === 0) return null
  const tones = Object.keys(colors)
  const sorted = problems.toSorted((a, b) => tones.indexOf(a.tone) - tones.indexOf(b.tone))
  return (
    <ul className={classes.problems} aria-label={t('detail.problems')}>
      {sorted.map(({ id, tone, title, text, action }) => (
        <Alert
          key={id}
          component="li"
          role="listitem"
          color={colors[tone]}
          icon={tone === 'note' ? <IconInfoCircle size={20} /> : <IconAlertTriangle size={20} />}
          title={title}
        >
          <Group justify="space-between" gap="xs">
            <Text size="sm" component="div" flex={1} miw={220}>
              {text}
            </Text>
            {action}
          </Group>
        </Alert>
      ))}
    </ul>
  )
}

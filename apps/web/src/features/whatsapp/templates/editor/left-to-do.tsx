import { Text, UnstyledButton } from '@mantine/core'
import type { TemplateIssue } from '@recado/contracts/whatsapp/template-check-parts'
import { IconChevronDown, IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Collapse } from '#web/components/content/collapse.tsx'
import { lazyComponent } from '#web/components/page/lazy-component.tsx'
import classes from './editor.module.css'

const StepsLeft = lazyComponent(async () => (await import('./steps-left.tsx')).StepsLeft)

type Props = { problems: readonly TemplateIssue[]; opened: boolean; onOpened: (opened: boolean) => void }

/** What has to be fixed before the template can be submitted; each line links to its field. */
export const LeftToDo = ({ problems, opened, onOpened }: Props) => {
  const { t } = useTranslation('whatsapp/templates')
  if (problems.length === 0)
    return (
      <Text size="sm" className={classes.ready ?? ''} role="status">
        <IconCircleCheck size={17} aria-hidden="true" /> {t('left.none')}
      </Text>
    )
  return (
    <div className={classes.left}>
      <Collapse expanded={opened}>{opened ? <StepsLeft problems={problems} /> : null}</Collapse>
      <UnstyledButton className={classes.toggle ?? ''} aria-expanded={opened} onClick={() => onOpened(!opened)}>
        {t('left.count', { count: problems.length })}
        <IconChevronDown size={16} aria-hidden="true" data-opened={opened || undefined} />
      </UnstyledButton>
    </div>
  )
}

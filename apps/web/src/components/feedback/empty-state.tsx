import { Button } from '@mantine/core'
import { IconCircleCheck, IconInbox, IconSearchOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type StateIcon, StateMessage } from './state-message.tsx'

/** Nothing exists yet: explains the purpose, shows a picture or sample, and offers one button to create the first. */
type First = {
  kind?: 'first'
  title: string
  description?: ReactNode
  icon?: StateIcon
  picture?: ReactNode
  action?: ReactNode
}
/** Nothing matches: names the filters and offers to clear them. */
type NoMatch = { kind: 'noMatch'; lookedFor?: string | undefined; onClear?: (() => void) | undefined }
/** Everything is done: presented as good news. */
type Done = { kind: 'done'; title?: string; description?: ReactNode; action?: ReactNode }

type Props = (First | NoMatch | Done) & { compact?: boolean }

const NothingFound = ({ lookedFor, onClear, compact = false }: NoMatch & { compact?: boolean }) => {
  const { t } = useTranslation()
  const clear = (
    <Button variant="light" onClick={onClear}>
      {t('clearFilters')}
    </Button>
  )
  return (
    <StateMessage
      icon={IconSearchOff}
      tone="quiet"
      title={t('table.noResults')}
      description={lookedFor ?? t('table.noResultsText')}
      action={onClear ? clear : undefined}
      compact={compact}
    />
  )
}

/** Explains why a list is empty, in one of three kinds, and what to do about it. */
export const EmptyState = (props: Props) => {
  const { t } = useTranslation()
  if (props.kind === 'noMatch') return <NothingFound {...props} />
  if (props.kind === 'done') {
    const { kind: _, title = t('allDone'), ...rest } = props
    return <StateMessage icon={IconCircleCheck} tone="done" title={title} {...rest} />
  }
  const { kind: _, icon = IconInbox, ...rest } = props
  return <StateMessage icon={icon} {...rest} />
}

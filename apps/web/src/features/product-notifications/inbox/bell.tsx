import { useComputedColorScheme } from '@mantine/core'
import { type IMessage, NotificationBell, PopoverNotificationCenter } from '@recado/inbox'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyCode } from '#web/components/page/lazy-component.tsx'
import { useWaiting } from '#web/lib/api/waiting.ts'
import { useSignedIn } from '#web/lib/session/session.ts'
import { companyOf } from './company.ts'
import { CompanyChip } from './company-chip.tsx'
import classes from './inbox.module.css'
import { tabIds } from './stores.ts'
import { inboxTheme } from './theme.ts'
import { usePreferenceGroups } from './use-preference-groups.ts'

const CompanyFilter = lazyCode(async () => (await import('./company-filter.tsx')).CompanyFilter)

type Props = {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onOpen: (message: IMessage) => void
  /** Null for whoever has one company: there is nothing to choose. */
  filter: { isOnlyThis: boolean; onChange: (isOnlyThis: boolean) => void } | null
}

/** The bell of the top bar with the notifications of the person. */
export const Bell = ({ isOpen, onOpenChange, onOpen, filter }: Props) => {
  const { t } = useTranslation('product-notifications/inbox')
  const { user } = useSignedIn()
  const colorScheme = useComputedColorScheme('light')
  const groups = usePreferenceGroups()
  const [unseen, setUnseen] = useState(0)
  useWaiting('notifications', unseen)
  const current = user.currentCompany?.id
  const chipOf = useCallback(
    (message: IMessage) => {
      const company = companyOf(message)
      return company && company.id !== current ? <CompanyChip name={company.name} /> : null
    },
    [current],
  )
  const tabs = useMemo(() => tabIds.map((storeId) => ({ storeId, name: t(`tab.${storeId}`) })), [t])
  return (
    <PopoverNotificationCenter
      colorScheme={colorScheme}
      theme={inboxTheme}
      open={isOpen}
      onOpenChange={onOpenChange}
      closeOnNotificationClick
      onUrlChange={(_url, message) => onOpen(message)}
      onUnseenCountChanged={setUnseen}
      tabs={tabs}
      itemMeta={chipOf}
      preferenceGroups={groups}
      footer={() =>
        filter ? (
          <Suspense fallback={<div className={classes.filter} />}>
            <CompanyFilter {...filter} />
          </Suspense>
        ) : null
      }
    >
      {({ unseenCount }) => <NotificationBell unseenCount={unseenCount} />}
    </PopoverNotificationCenter>
  )
}

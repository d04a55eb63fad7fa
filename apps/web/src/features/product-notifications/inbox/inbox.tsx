import { Skeleton } from '@mantine/core'
import { NovuProvider } from '@recado/inbox'
import { Suspense, useEffect, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { lazyCode } from '#web/components/page/lazy-component.tsx'
import type { Settings } from '#web/components/page/settings-provider.tsx'
import { useSignedIn } from '#web/lib/session/session.ts'
import { Bell } from './bell.tsx'
import { ConfirmSwitch } from './confirm-switch.tsx'
import type { Places } from './places.tsx'
import { SignOut } from './sign-out.tsx'
import { storesOf } from './stores.ts'
import { inboxStyles } from './theme.ts'
import { Toasts } from './toasts.tsx'
import { useOpening } from './use-opening.ts'

const Preferences = lazyCode(async () => (await import('./preferences/preferences.tsx')).Preferences)

type Props = { source: NonNullable<Settings['notifications']>; places: Places; onReady: () => void }

/** The inbox of the signed-in person: the bell, the preferences and toasts, all of one session. */
export const Inbox = ({ source, places, onReady }: Props) => {
  const { i18n } = useTranslation('product-notifications/inbox')
  const { user } = useSignedIn()
  const [isOpen, setOpen] = useState(false)
  const [isOnlyThis, setOnlyThis] = useState(false)
  const opening = useOpening()
  const hasChoice = user.companies.length > 1
  const companyId = isOnlyThis && hasChoice ? (user.currentCompany?.id ?? null) : null
  const stores = useMemo(() => storesOf(companyId), [companyId])
  useEffect(onReady, [onReady])
  return (
    <NovuProvider
      backendUrl={source.apiUrl}
      socketUrl={source.socketUrl}
      applicationIdentifier={source.applicationIdentifier}
      subscriberId={user.subscriberId}
      subscriberHash={user.subscriberHash}
      i18n={i18n.resolvedLanguage}
      stores={stores}
      styles={inboxStyles}
    >
      <SignOut />
      <Toasts isBellOpen={isOpen} onOpen={opening.open} />
      <ConfirmSwitch opening={opening} />
      {places.bell
        ? createPortal(
            <Bell
              isOpen={isOpen}
              onOpenChange={setOpen}
              onOpen={opening.open}
              filter={hasChoice ? { isOnlyThis, onChange: setOnlyThis } : null}
            />,
            places.bell,
          )
        : null}
      {places.preferences
        ? createPortal(
            <Suspense fallback={<Skeleton height={480} radius="md" />}>
              <Preferences />
            </Suspense>,
            places.preferences,
          )
        : null}
    </NovuProvider>
  )
}

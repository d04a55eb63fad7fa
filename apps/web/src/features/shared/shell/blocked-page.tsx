import { Button, Group } from '@mantine/core'
import type { BarReason } from '@recado/contracts/companies/company-rules'
import { IconShieldLock } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '#web/components/content/link-button.tsx'
import { StateMessage } from '#web/components/feedback/state-message.tsx'
import { type Session, useSessionClient } from '#web/lib/session/session.ts'

type Blocked = NonNullable<Session['barred']>

const signsInAnew: readonly BarReason[] = ['session_age', 'method']

const SignInAnew = () => {
  const { t } = useTranslation()
  const session = useSessionClient()
  const navigate = useNavigate()
  const signOut = async () => {
    await session.signOut()
    await navigate({ to: '/signin' })
  }
  return <Button onClick={() => void signOut()}>{t('shell.blocked.signIn')}</Button>
}

/** What a company asks for besides what the session has, and what to do about it. */
export const BlockedPage = ({ name, reasons }: Pick<Blocked, 'name' | 'reasons'>) => {
  const { t } = useTranslation()
  return (
    <StateMessage
      page
      icon={IconShieldLock}
      title={t('shell.blocked.title', { name })}
      description={reasons.map((reason) => t(`shell.blocked.reason.${reason}`)).join(' ')}
      action={
        <Group justify="center">
          {reasons.includes('two_factor') ? (
            <LinkButton to="/profile" search={{ tab: 'security' }} hash="two-factor">
              {t('shell.blocked.twoFactor')}
            </LinkButton>
          ) : null}
          {reasons.some((reason) => signsInAnew.includes(reason)) ? <SignInAnew /> : null}
          <LinkButton to="/companies" variant="default">
            {t('shell.blocked.others')}
          </LinkButton>
        </Group>
      }
    />
  )
}

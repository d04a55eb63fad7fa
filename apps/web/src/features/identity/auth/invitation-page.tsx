import { Button, Group, Loader, Stack, Text } from '@mantine/core'
import type { EndpointResponse } from '@recado/contracts/endpoint'
import { acceptInvitation, declineInvitation, type getInvitation } from '@recado/contracts/identity/auth'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '#web/components/content/link-button.tsx'
import { FormFailure } from '#web/components/form/form-failure.tsx'
import { call } from '#web/lib/api/api.ts'
import { errorText } from '#web/lib/api/error-text.ts'
import { day } from '#web/lib/i18n/dates.ts'
import { useSessionClient } from '#web/lib/session/session.ts'
import { toastSuccess } from '#web/lib/ui/toasts.ts'
import { invitationQuery } from './api.ts'
import { AuthCard } from './auth-card.tsx'
import { RegisterForm } from './register-form.tsx'

type Invitation = EndpointResponse<typeof getInvitation>
type PartProps = { token: string; invitation: Invitation }

const AcceptOrDecline = ({ token, invitation }: PartProps) => {
  const { t } = useTranslation(['identity/auth', 'errors'])
  const session = useSessionClient()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const accept = useMutation({
    mutationFn: () => call(acceptInvitation, { params: { token } }),
    meta: { quiet: true },
    onSuccess: async ({ company }) => {
      await session.enter(company.id)
      queryClient.clear()
      toastSuccess(t('invitation.joined', { company: invitation.company.name }))
      await navigate({ to: '/dashboard' })
    },
  })
  const decline = useMutation({
    mutationFn: () => call(declineInvitation, { params: { token } }),
    meta: { quiet: true },
    onSuccess: () => queryClient.invalidateQueries(invitationQuery(token)),
  })
  const error = accept.error ?? decline.error
  return (
    <Stack gap="md">
      <FormFailure>{error ? errorText(t, error) : null}</FormFailure>
      <Group grow>
        <Button variant="default" size="md" loading={decline.isPending} onClick={() => decline.mutate()}>
          {t('invitation.decline')}
        </Button>
        <Button size="md" loading={accept.isPending} onClick={() => accept.mutate()}>
          {t('invitation.accept')}
        </Button>
      </Group>
    </Stack>
  )
}

const SwitchAccount = ({ token, invitation }: PartProps) => {
  const { t } = useTranslation('identity/auth')
  const session = useSessionClient()
  const navigate = useNavigate()
  const leave = async () => {
    await session.signOut()
    await navigate({ to: '/signin', search: { callbackUrl: `/invitations/${token}` } })
  }
  return (
    <Stack gap="md">
      <Text size="sm">{t('invitation.otherAccount', { email: invitation.email })}</Text>
      <Button size="md" onClick={() => void leave()}>
        {t('invitation.switchAccount')}
      </Button>
    </Stack>
  )
}

const JoinAsNew = ({ token, invitation }: PartProps) => {
  const session = useSessionClient()
  const navigate = useNavigate()
  return (
    <RegisterForm
      invitation={{ token, email: invitation.email }}
      onDone={async ({ email, password }) => {
        const { ok, error } = await session.signIn('credentials', { email, password })
        await navigate(ok && !error ? { to: '/dashboard' } : { to: '/signin' })
      }}
    />
  )
}

const Choice = (props: PartProps) => {
  const { t } = useTranslation('identity/auth')
  const { account } = props.invitation
  if (account === 'same') return <AcceptOrDecline {...props} />
  if (account === 'other') return <SwitchAccount {...props} />
  if (account === 'none') return <JoinAsNew {...props} />
  return (
    <LinkButton to="/signin" search={{ callbackUrl: `/invitations/${props.token}` }} size="md" fullWidth>
      {t('invitation.signIn')}
    </LinkButton>
  )
}

/** Taking up an invitation: who invites, into what, until when, and what to do. */
export const InvitationPage = ({ token }: { token: string }) => {
  const { t, i18n } = useTranslation(['identity/auth', 'errors', 'common'])
  const { data: invitation, error } = useQuery(invitationQuery(token))
  if (error) {
    return <AuthCard title={t('invitation.goneTitle')} description={t('invitation.state.unknown')} />
  }
  if (!invitation) return <Loader type="dots" aria-label={t('common:loading')} />
  const { company, inviter, role, state, expiresAt } = invitation
  if (state !== 'open') {
    return (
      <AuthCard
        title={t('invitation.goneTitle')}
        description={t(`invitation.state.${state}`, { company: company.name })}
      />
    )
  }
  const description = (
    <>
      <Text>
        {inviter
          ? t('invitation.by', { inviter: inviter.name, role: t(`common:role.${role}`) })
          : t('invitation.role', { role: t(`common:role.${role}`) })}
      </Text>
      <Text size="sm">{t('invitation.until', { date: day(expiresAt, i18n.language) })}</Text>
    </>
  )
  return (
    <AuthCard title={t('invitation.heading', { company: company.name })} description={description}>
      <Choice token={token} invitation={invitation} />
    </AuthCard>
  )
}

import { Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type Fact, FactList } from '#web/components/content/fact-list.tsx'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { DetailDrawer } from '#web/components/form/detail-drawer.tsx'
import { dateTime } from '#web/lib/i18n/dates.ts'
import { type AdminUser, userQuery } from './api.ts'
import { StaffForm } from './staff-form.tsx'
import { UserActions } from './user-actions.tsx'
import { UserForm } from './user-form.tsx'
import { UserStatusBadge } from './user-status-badge.tsx'
import classes from './users.module.css'

const Facts = ({ user }: { user: AdminUser }) => {
  const { t, i18n } = useTranslation('admin/accounts')
  const consent = user.supportConsentUntil
  const rows: Fact[] = [
    [t('field.email'), `${user.email} · ${t(user.emailVerified ? 'users.verified' : 'users.unverified')}`],
    [t('fact.phone'), user.phone ?? '–'],
    [t('column.twoFactor'), t(`users.twoFactor.${user.twoFactor ? 'on' : 'off'}`)],
    [
      t('fact.signInMethods'),
      user.signInMethods.length > 0
        ? user.signInMethods.map((method) => t(`method.${method}`, { defaultValue: method })).join(', ')
        : t('fact.noSignIn'),
    ],
    user.deletionAt ? [t('fact.deletionAt'), dateTime(user.deletionAt, i18n.language)] : null,
    [t('column.lastSeen'), user.lastSeenAt ? <RelativeTime key="seen" value={user.lastSeenAt} /> : '–'],
    [t('column.created'), dateTime(user.createdAt, i18n.language)],
    [
      t('fact.consent'),
      consent ? t('fact.consentUntil', { until: dateTime(consent, i18n.language) }) : t('fact.noConsent'),
    ],
  ]
  return <FactList rows={rows} />
}

const Companies = ({ user }: { user: AdminUser }) => {
  const { t } = useTranslation('admin/accounts')
  if (user.companies.length === 0) return <Text size="sm">{t('users.noCompanies')}</Text>
  return (
    <ul className={classes.list}>
      {user.companies.map((company) => (
        <li key={company.id}>
          <Group justify="space-between" wrap="nowrap">
            <TextLink to="/all-companies" search={{ open: company.id }} size="sm">
              {company.name}
            </TextLink>
            <Text size="sm" c="dimmed">
              {t(`common:role.${company.role}`)}
            </Text>
          </Group>
        </li>
      ))}
    </ul>
  )
}

/** One person: who they are, where they belong, and what can be done. */
export const UserDrawer = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const { t } = useTranslation('admin/accounts')
  const { data: user, error, refetch } = useQuery(userQuery(id))
  return (
    <DetailDrawer onClose={onClose} title={user?.name ?? t('column.person')} size={520}>
      {error && !user ? <RetryState error={error} onRetry={refetch} compact /> : null}
      {user ? (
        <Stack gap="lg">
          <Group gap="sm">
            <UserStatusBadge status={user.status} />
            <Text size="sm">{t(`role.${user.role}`)}</Text>
          </Group>
          <UserActions user={user} />
          <Facts user={user} />
          <section aria-label={t('column.companies')}>
            <Title order={3} fz="sm" mb={8}>
              {t('column.companies')}
            </Title>
            <Companies user={user} />
          </section>
          <UserForm key={`${user.id} ${user.role}`} user={user} />
          {user.staff ? <StaffForm key={JSON.stringify(user.staff)} userId={user.id} saved={user.staff} /> : null}
        </Stack>
      ) : error ? null : (
        <Skeleton height={360} radius="md" />
      )}
    </DetailDrawer>
  )
}

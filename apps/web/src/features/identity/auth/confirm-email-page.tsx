import { Loader } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '#web/components/content/link-button.tsx'
import { errorText } from '#web/lib/api/error-text.ts'
import { emailChangeQuery } from './api.ts'
import { AuthCard } from './auth-card.tsx'

/** Taking over a new address by the link of a mail. */
export const ConfirmEmailPage = ({ token }: { token: string | undefined }) => {
  const { t } = useTranslation(['identity/auth', 'errors'])
  const { data, error } = useQuery(emailChangeQuery(token ?? ''))
  if (!data && !error) return <Loader type="dots" aria-label={t('common:loading')} />
  const title = t(data ? 'newEmail.doneTitle' : 'newEmail.failedTitle')
  return (
    <AuthCard title={title} description={data ? t('newEmail.doneText', data) : errorText(t, error)}>
      <LinkButton to="/profile" size="md" fullWidth>
        {t('newEmail.profile')}
      </LinkButton>
    </AuthCard>
  )
}

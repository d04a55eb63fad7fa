import { Button, Group } from '@mantine/core'
import { IconBuildingSkyscraper, IconLock } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '#web/components/content/link-button.tsx'
import { StateMessage } from '#web/components/feedback/state-message.tsx'
import { safeCallback } from '#web/lib/session/callback-url.ts'
import { useSignedIn } from '#web/lib/session/session.ts'
import { useSwitchCompany } from '#web/lib/session/use-switch-company.ts'

type Props = { companyId: string | undefined; to: string | undefined }

/** A link to a page of another company than the one that is open: offers to switch, or says that there is no access. */
export const OpenPage = ({ companyId, to }: Props) => {
  const { t } = useTranslation()
  const { user, barred } = useSignedIn()
  const router = useRouter()
  const switchTo = useSwitchCompany()
  const [busy, setBusy] = useState(false)
  const target = safeCallback(to)
  const isHere = companyId === undefined || companyId === (user.currentCompany?.id ?? barred?.id)
  useEffect(() => {
    if (isHere) router.history.replace(target)
  }, [isHere, router, target])
  if (isHere) return null

  const company = user.companies.find(({ id }) => id === companyId)
  const current = user.currentCompany?.name
  const home = <LinkButton to="/dashboard">{t('notFound.home')}</LinkButton>
  if (!company) {
    return (
      <StateMessage
        page
        icon={IconLock}
        title={t('shell.link.noAccess')}
        description={t('shell.link.noAccessText', { email: user.email })}
        action={home}
      />
    )
  }
  const open = async () => {
    setBusy(true)
    await switchTo(company.id, company.name).finally(() => setBusy(false))
  }
  return (
    <StateMessage
      page
      icon={IconBuildingSkyscraper}
      title={t('shell.link.title', { name: company.name })}
      description={current ? t('shell.link.text', { current }) : t('shell.link.textNone')}
      action={
        <Group justify="center">
          <Button loading={busy} onClick={() => void open()}>
            {t('shell.link.switch', { name: company.name })}
          </Button>
          {current ? (
            <LinkButton to="/dashboard" variant="default">
              {t('shell.link.stay', { current })}
            </LinkButton>
          ) : null}
        </Group>
      }
    />
  )
}

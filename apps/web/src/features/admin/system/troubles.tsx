import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck, IconEyeExclamation } from '@tabler/icons-react'
import { Trans, useTranslation } from 'react-i18next'
import { LinkButton } from '#web/components/content/link-button.tsx'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import type { Trouble } from './api.ts'
import classes from './system.module.css'
import { useAmounts } from './use-amounts.ts'

const Hit = ({ companies }: { companies: Trouble['companies'] }) => {
  const { t } = useTranslation('admin/system')
  if (!companies) return <>{t('hitsAll')}</>
  const { total, first } = companies
  if (total === 0) return <>{t('hitsNobody')}</>
  return (
    <>
      {t('hits', { count: total })}{' '}
      {first.map(({ id, name }, place) => (
        <span key={id}>
          {place > 0 ? ', ' : null}
          <TextLink to="/all-companies" search={{ open: id }} size="sm" c="inherit" td="underline">
            {name}
          </TextLink>
        </span>
      ))}
      {total > first.length ? ` ${t('andMore', { count: total - first.length })}` : null}
    </>
  )
}

/** Where the way out is, for those whose way out is on another page. */
const pages: Partial<Record<Trouble['kind'], { to: string; search?: object }>> = {
  meta_refusing: { to: '/admin/messages', search: { status: 'failed' } },
  numbers_down: { to: '/admin/whatsapp-channels' },
  sends_behind: { to: '/admin/whatsapp-channels' },
  notices_failing: { to: '/admin/notifications/logs' },
}

type Press = { onShowJobs: () => void; onRetryWebhooks: () => void }

const Way = ({ trouble, onShowJobs, onRetryWebhooks }: { trouble: Trouble } & Press) => {
  const { t } = useTranslation('admin/system')
  const { kind } = trouble
  const page = pages[kind]
  const press = { jobs_failed: onShowJobs, webhooks_failed: onRetryWebhooks }[kind as string]
  if (press) {
    return (
      <Button size="compact-sm" onClick={press}>
        {t(`way.${kind}`)}
      </Button>
    )
  }
  return page ? (
    <LinkButton size="compact-sm" to={page.to} search={page.search ?? {}}>
      {t(`way.${kind}`)}
    </LinkButton>
  ) : null
}

const One = ({ trouble, ...press }: { trouble: Trouble } & Press) => {
  const { t } = useTranslation('admin/system')
  const { number, span } = useAmounts()
  const { kind, severity, count, seconds, since, companies } = trouble
  const facts = { count, formatted: number(count), span: span(seconds ?? 0) }
  return (
    <li>
      <Alert
        color={severity === 'bad' ? 'red' : 'yellow'}
        icon={severity === 'bad' ? <IconAlertTriangle size={18} /> : <IconEyeExclamation size={18} />}
        title={t(`trouble.${kind}.title`, facts)}
        classNames={{ title: classes.troubleTitle ?? '' }}
      >
        <Stack gap={6}>
          <Text size="sm">
            <Hit companies={companies} />
            {since ? (
              <>
                {' · '}
                <Trans t={t} i18nKey="since" components={{ time: <RelativeTime value={since} /> }} />
              </>
            ) : null}
          </Text>
          <Text size="sm">{t(`trouble.${kind}.do`)}</Text>
          <Group>
            <Way trouble={trouble} {...press} />
          </Group>
        </Stack>
      </Alert>
    </li>
  )
}

/** What is wrong now, whom it hits and what to do about it; or that nothing is. */
export const Troubles = ({ troubles, ...press }: { troubles: readonly Trouble[] } & Press) => {
  const { t } = useTranslation('admin/system')
  if (troubles.length === 0) {
    return (
      <Alert
        color="green"
        icon={<IconCircleCheck size={18} />}
        title={t('fine')}
        role="status"
        classNames={{ title: classes.troubleTitle ?? '' }}
      >
        {t('fineText')}
      </Alert>
    )
  }
  return (
    <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }} aria-label={t('troubles')}>
      {troubles.map((trouble) => (
        <One key={trouble.kind} trouble={trouble} {...press} />
      ))}
    </Stack>
  )
}

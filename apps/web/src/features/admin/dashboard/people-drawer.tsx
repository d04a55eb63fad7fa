import { Button, Group, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { RelativeTime } from '#web/components/content/relative-time.tsx'
import { TextLink } from '#web/components/content/text-link.tsx'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { DetailDrawer } from '#web/components/form/detail-drawer.tsx'
import { Preloader } from '#web/components/page/preloader.tsx'
import { useCan } from '#web/lib/session/session.ts'
import { peopleQuery } from './api.ts'
import classes from './dashboard.module.css'
import type { DashboardSearch } from './periods.ts'

type Kind = NonNullable<DashboardSearch['people']>

const People = ({ kind, search }: { kind: Kind; search: DashboardSearch }) => {
  const { t, i18n } = useTranslation('admin/dashboard')
  const can = useCan()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    peopleQuery(search, kind),
  )
  if (error && !data) return <RetryState error={error} onRetry={refetch} compact />
  if (!data) return <Preloader />
  const people = data.pages.flatMap((page) => page.data)
  const number = new Intl.NumberFormat(i18n.language)
  if (people.length === 0) return <Text c="dimmed">{t('people.none')}</Text>
  return (
    <Stack gap="md">
      <ul className={classes.rows}>
        {people.map(({ id, contact, conversationId, at, score, comment }) => (
          <li key={id}>
            <div>
              {conversationId && can('conversations.view') ? (
                <TextLink to="/integrations/whatsapp/chat" search={{ conversation: conversationId }} size="sm">
                  {contact}
                </TextLink>
              ) : (
                <Text size="sm">{contact}</Text>
              )}
              {comment ? <Text size="sm">{comment}</Text> : null}
              <Text size="xs" c="dimmed">
                <RelativeTime value={at} />
              </Text>
            </div>
            {score === null ? null : (
              <Text size="sm" fw={600} className={classes.noWrap ?? ''}>
                {t('people.score', { score: number.format(score) })}
              </Text>
            )}
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <Group justify="center">
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('people.more')}
          </Button>
        </Group>
      ) : null}
    </Stack>
  )
}

type Props = { kind: Kind; search: DashboardSearch; onClose: () => void }

/** The contacts that a figure counts. */
export const PeopleDrawer = ({ kind, search, onClose }: Props) => {
  const { t } = useTranslation('admin/dashboard')
  return (
    <DetailDrawer title={t(`figure.${kind === 'ratings' ? 'csatAverage' : kind}`)} size={460} onClose={onClose}>
      <People kind={kind} search={search} />
    </DetailDrawer>
  )
}

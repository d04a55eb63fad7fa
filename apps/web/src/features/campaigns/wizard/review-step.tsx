import { Button, Loader, Progress, Stack, Text, Title } from '@mantine/core'
import type { WizardStep } from '@recado/contracts/campaigns/campaigns'
import type { ReplyRoute } from '@recado/contracts/campaigns/content'
import type { BlockingFinding } from '@recado/contracts/campaigns/findings'
import type { Preflight } from '@recado/contracts/campaigns/preflight'
import type { UseQueryResult } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ReplySummary } from '#web/components/campaign/reply-summary.tsx'
import { useFindingFacts } from '#web/components/campaign/use-finding-facts.ts'
import { RetryState } from '#web/components/feedback/retry-state.tsx'
import { type Problem, ProblemList } from '#web/components/page/problem-list.tsx'
import { dateTime } from '#web/lib/i18n/dates.ts'
import { useMoney } from '#web/lib/i18n/money.ts'
import { countryName } from '#web/lib/i18n/regions.ts'
import { useSignedIn } from '#web/lib/session/session.ts'
import { WaterfallRows } from './waterfall.tsx'
import classes from './wizard.module.css'

/** The step that mends what blocks a launch; null where it is mended elsewhere. */
const mends: Record<BlockingFinding, Exclude<WizardStep, 'review'> | null> = {
  no_recipients: 'audience',
  no_channel: 'content',
  channel_not_sendable: 'content',
  no_template: 'content',
  template_not_approved: 'content',
  template_paused: 'content',
  values_missing: 'content',
  link_invalid: 'content',
  media_missing: 'content',
  consent_rule: 'audience',
  quota_exceeded: 'audience',
  too_many_running: null,
  portfolios_differ: 'content',
  schedule_past: 'schedule',
  sending_paused: null,
  import_running: null,
  audience_invalid: 'audience',
  audience_uncounted: 'audience',
  audience_gone: 'audience',
  shares_invalid: 'content',
  test_one_variant: 'content',
  test_no_links: 'content',
  test_too_small: 'content',
  recurrence_invalid: 'schedule',
  reply_button_gone: 'content',
  reply_target_gone: 'content',
}

const useProblems = (found: Preflight, onStep: (step: WizardStep) => void): Problem[] => {
  const { t } = useTranslation('campaigns/preflight')
  const said = useFindingFacts()
  return [
    ...found.blocking.map(({ name, facts }): Problem => {
      const step = mends[name]
      return {
        id: [name, facts['template'], facts['channelId'], facts['button'], facts['part']].join(' '),
        tone: 'bad',
        title: t(`blocking.${name}`, said(facts)),
        text: t(`advice.${name}`, said(facts)),
        action: step ? (
          <Button size="compact-sm" variant="default" onClick={() => onStep(step)}>
            {t(`mend.${step}`)}
          </Button>
        ) : undefined,
      }
    }),
    ...found.warnings.map(
      ({ name, facts }): Problem => ({
        id: [name, facts['template'], facts['channelId']].join(' '),
        tone: 'warning',
        title: t(`warning.${name}`, said(facts)),
        text: t(`advice.${name}`, said(facts)),
      }),
    ),
  ]
}

const Cost = ({ cost }: Pick<Preflight, 'cost'>) => {
  const { t, i18n } = useTranslation('campaigns/preflight')
  const { total, rates } = useMoney()
  const number = new Intl.NumberFormat(i18n.language)
  const market = (code: string) => (/^[A-Z]{2}$/.test(code) ? countryName(code, i18n.language) : code)
  return (
    <section className={classes.side} aria-label={t('cost.title')}>
      <Title order={3} fz="md">
        {t('cost.title')}
      </Title>
      <Text fz="xl" fw={600}>
        {cost.low === cost.high
          ? total(cost.high, cost.currency)
          : t('cost.range', { low: total(cost.low, cost.currency), high: total(cost.high, cost.currency) })}
      </Text>
      <dl className={classes.waterfall}>
        {cost.lines.map((line) => (
          <div key={`${line.market} ${line.category}`}>
            <dt>
              {t('cost.line', {
                market: market(line.market),
                category: t(`cost.category.${line.category.toLowerCase()}`, { defaultValue: line.category }),
                formatted: number.format(line.count),
              })}
            </dt>
            <dd>{total(line.amount, cost.currency)}</dd>
          </div>
        ))}
      </dl>
      {cost.ratesFrom ? (
        <Text size="xs" c="dimmed">
          {rates(cost.ratesFrom)}
        </Text>
      ) : null}
    </section>
  )
}

const Limits = ({ found }: { found: Preflight }) => {
  const { t, i18n } = useTranslation('campaigns/preflight')
  const zone = useSignedIn().user.currentCompany?.timezone
  const number = new Intl.NumberFormat(i18n.language)
  const total = found.waterfall.willSend
  return found.limits.map(({ portfolioId, limit, used, fitsNow, restAt }) => (
    <section key={portfolioId} className={classes.side} aria-label={t('limit.title')}>
      <Title order={3} fz="md">
        {t('limit.title')}
      </Title>
      {limit === null ? (
        <Text size="sm">{t('limit.none')}</Text>
      ) : (
        <>
          <Progress
            value={Math.min(100, (used / Math.max(limit, 1)) * 100)}
            aria-label={t('limit.used', { used: number.format(used), limit: number.format(limit) })}
          />
          <Text size="sm" c="dimmed">
            {t('limit.used', { used: number.format(used), limit: number.format(limit) })}
          </Text>
          <Text size="sm">
            {restAt === null
              ? t('limit.allFit')
              : t('limit.fitRest', {
                  fits: number.format(fitsNow),
                  total: number.format(total),
                  at: dateTime(restAt, i18n.language, zone),
                })}
          </Text>
          <Text size="xs" c="dimmed">
            {t('limit.free')}
          </Text>
        </>
      )}
    </section>
  ))
}

const Times = ({ found }: { found: Preflight }) => {
  const { t, i18n } = useTranslation('campaigns/preflight')
  const zone = useSignedIn().user.currentCompany?.timezone
  const at = (instant: string) => dateTime(instant, i18n.language, zone)
  const number = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 0 })
  const { expected, perHour, members } = found.replies
  return (
    <section className={classes.side} aria-label={t('time.title')}>
      <Title order={3} fz="md">
        {t('time.title')}
      </Title>
      <dl className={classes.waterfall}>
        <div>
          <dt>{t('time.starts')}</dt>
          <dd>{at(found.startsAt)}</dd>
        </div>
        <div>
          <dt>{t('time.finishes')}</dt>
          <dd>≈ {at(found.finishesAt)}</dd>
        </div>
        <div>
          <dt>{t('time.replies')}</dt>
          <dd>≈ {number.format(expected)}</dd>
        </div>
      </dl>
      <Text size="sm" c="dimmed">
        {t('time.staff', { count: members, perHour: number.format(Math.ceil(perHour)) })}
      </Text>
    </section>
  )
}

/** When a series starts next. */
const Dates = ({ occurrences }: Pick<Preflight, 'occurrences'>) => {
  const { t, i18n } = useTranslation('campaigns/preflight')
  const zone = useSignedIn().user.currentCompany?.timezone
  return (
    <section className={classes.side} aria-label={t('dates.title')}>
      <Title order={3} fz="md">
        {t('dates.title')}
      </Title>
      <ol className={classes.dates}>
        {occurrences.map((at) => (
          <li key={at}>{dateTime(at, i18n.language, zone)}</li>
        ))}
      </ol>
      <Text size="sm" c="dimmed">
        {t('dates.text')}
      </Text>
    </section>
  )
}

/** What a test of variants will do, in a sentence. */
const Tested = ({ test }: { test: NonNullable<Preflight['test']> }) => {
  const { t, i18n } = useTranslation('campaigns/preflight')
  const zone = useSignedIn().user.currentCompany?.timezone
  const number = new Intl.NumberFormat(i18n.language)
  return (
    <section className={classes.side} aria-label={t('test.title')}>
      <Title order={3} fz="md">
        {t('test.title')}
      </Title>
      <Text size="sm">
        {t(`test.${test.rule}`, {
          count: test.people,
          rest: number.format(test.rest),
          variants: new Intl.ListFormat(i18n.language, { type: 'disjunction' }).format(test.variants),
          first: test.variants[0] ?? '',
          at: dateTime(test.decidesAt, i18n.language, zone),
          metric: t(`test.metric.${test.metric}`),
        })}
      </Text>
    </section>
  )
}

type Props = {
  query: UseQueryResult<Preflight>
  replies: readonly ReplyRoute[]
  onStep: (step: WizardStep) => void
}

const Found = ({ found, replies, onStep }: Omit<Props, 'query'> & { found: Preflight }) => {
  const { t } = useTranslation(['campaigns/preflight', 'campaigns/wizard'])
  const problems = useProblems(found, onStep)
  return (
    <Stack gap="md">
      <ProblemList problems={problems} />
      {found.blocking.length === 0 ? (
        <Text role="status" fw={600}>
          {t('ready')}
        </Text>
      ) : null}
      <div className={classes.facts}>
        <section className={classes.side} aria-label={t('campaigns/wizard:waterfall.title')}>
          <Title order={3} fz="md">
            {t('campaigns/wizard:waterfall.title')}
          </Title>
          <WaterfallRows waterfall={found.waterfall} />
        </section>
        {found.occurrences.length > 0 ? <Dates occurrences={found.occurrences} /> : null}
        {found.test ? <Tested test={found.test} /> : null}
        <Cost cost={found.cost} />
        <Limits found={found} />
        <Times found={found} />
        {replies.length > 0 ? (
          <section className={classes.side} aria-label={t('campaigns/wizard:after.title')}>
            <Title order={3} fz="md">
              {t('campaigns/wizard:after.title')}
            </Title>
            <ReplySummary replies={replies} />
          </section>
        ) : null}
      </div>
    </Stack>
  )
}

/** What a launch would do: what blocks it, what to know, whom it reaches, what it costs and when it ends. */
export const ReviewStep = ({ query, replies, onStep }: Props) => {
  const { t } = useTranslation('campaigns/preflight')
  if (query.data) return <Found found={query.data} replies={replies} onStep={onStep} />
  if (query.error) return <RetryState compact error={query.error} onRetry={() => void query.refetch()} />
  return (
    <Text size="sm" role="status">
      <Loader size={14} mr={8} />
      {t('checking')}
    </Text>
  )
}

import type { Baselines, BenchOptions, Figure, Measure } from '../lib/figure.ts'
import { runSending, type SendingResult } from '../lib/sending.ts'
import { appSecret, type Stage } from '../lib/stage.ts'
import { addBacklog, addCompanies, type BenchCompany } from '../lib/world.ts'

const COMPANIES = 20
const PER_NUMBER_PER_SECOND = 1000
const CHATS_PER_SECOND = 20

const chatTargets = async (stage: Stage, companies: readonly BenchCompany[]) => {
  const targets = []
  for (const company of companies) {
    const { rows } = await stage.deps.database.pool.query<{ id: string }>(
      'select id from conversations where company_id = $1 limit 40',
      [company.id],
    )
    targets.push(...rows.map(({ id }) => ({ cookie: company.cookie, conversationId: id })))
  }
  return targets.toSorted((a, b) => a.conversationId.localeCompare(b.conversationId))
}

const costOf = ({ cost }: SendingResult) =>
  `processor time each: product ${cost.product} µs (start included), database ${cost.database} µs`

const fillWith = (perCompany: number) => async (stage: Stage) => {
  const companies = await addCompanies(stage.deps, COMPANIES, PER_NUMBER_PER_SECOND)
  for (const [index, company] of companies.entries()) {
    await addBacklog(stage.deps, company, { count: perCompany, priority: 10, recipientFrom: index * perCompany })
  }
  return { total: perCompany * COMPANIES, chat: await chatTargets(stage, companies) }
}

const measure = async (options: BenchOptions, baselines: Baselines): Promise<Measure[]> => {
  const undici = { name: 'bare undici', value: await baselines.undiciPerSecond() }
  const perCompany = options.full ? 10_000 : options.seconds * 500
  const alone = await runSending({ fill: fillWith(perCompany), profile: options.profile ? 'outbound' : null })
  const chatted = await runSending({
    fill: fillWith(perCompany),
    chatPerSecond: CHATS_PER_SECOND,
    isDone: ({ chat }) => chat.count >= CHATS_PER_SECOND * options.seconds,
  })
  const whole = Math.round(perCompany / 3)
  const withStatuses = await runSending({
    fill: fillWith(whole),
    statuses: { appSecret, wabaId: '800000000000000', connections: 64 },
    profile: options.profile ? 'statuses' : null,
  })
  const settledSeconds = (withStatuses.endAt - withStatuses.stats.firstAt) / 1000
  return [
    {
      name: 'outbound sends, alone',
      value: alone.stats.steadyPerSecond,
      unit: '/s',
      target: { at: 'least', value: 8000 },
      baseline: undici,
      ratioTarget: 0.4,
      note: costOf(alone),
    },
    {
      name: 'chat message posted to called at Meta meanwhile, p99',
      value: chatted.stats.chat.p99,
      unit: 'ms',
      target: { at: 'most', value: 200 },
      note: `p50 ${chatted.stats.chat.p50.toFixed(0)} ms, ${chatted.stats.chat.count} messages, ${chatted.chat?.failures ?? 0} refused; the post alone p50 ${(chatted.chat?.p50 ?? Number.NaN).toFixed(0)} ms, p99 ${(chatted.chat?.p99 ?? Number.NaN).toFixed(0)} ms`,
    },
    {
      name: 'outbound sends with their three statuses applied',
      value: (whole * COMPANIES) / settledSeconds,
      unit: '/s',
      target: { at: 'least', value: 3000 },
      baseline: undici,
      note: `${costOf(withStatuses)}; ${withStatuses.stats.statuses.sent} status webhooks, one status each`,
    },
  ]
}

export const outbound: Figure = { name: 'outbound', title: 'WhatsApp messages going out', run: measure }

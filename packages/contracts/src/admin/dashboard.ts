import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { pageOf, pageQuery } from '../shared.ts'
import { channelStatuses } from '../whatsapp/channels.ts'

/** Longest period that the dashboard looks at, in days. */
export const dashboardDays = 400

const dayMs = 86_400_000

/** The last `days` days, today included, or `from` to `to`, both included; days of the company's time zone. */
const period = z
  .object({
    days: z.coerce.number().int().min(1).max(dashboardDays).default(7),
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
    channelId: z.uuid().optional(),
    teamId: z.uuid().optional(),
    /** The assignee of the conversations. */
    assigneeId: z.uuid().optional(),
  })
  .refine(({ from, to }) => (from === undefined) === (to === undefined), { path: ['to'] })
  .refine(({ from, to }) => !from || !to || (from <= to && Date.parse(to) - Date.parse(from) < dashboardDays * dayMs), {
    path: ['from'],
  })

export type DashboardPeriod = z.infer<typeof period>

/** Days of the company's calendar, both included. */
const span = z.object({ from: z.iso.date(), to: z.iso.date() })

const figures = z.object({
  /** Conversations opened. */
  created: z.number().int(),
  resolved: z.number().int(),
  firstResponseMedianSeconds: z.number().nullable(),
  resolutionMedianSeconds: z.number().nullable(),
  /** Average score of customers, 1 to 5; null when no one answered. */
  csatAverage: z.number().nullable(),
  optOuts: z.number().int(),
  messagesIn: z.number().int(),
  messagesOut: z.number().int(),
  failed: z.number().int(),
  newContacts: z.number().int(),
})

export const getDashboardSummary = endpoint({
  method: 'GET',
  path: '/api/v1/dashboard/summary',
  can: 'company.view',
  summary: 'Where the conversations stand now, and what happened in the period and in the one before',
  query: period,
  response: z.object({
    /** First and last day of the period, and of the one before. */
    period: span,
    before: span,
    now: z.object({
      open: z.number().int(),
      unassigned: z.number().int(),
      waiting: z.number().int(),
      /** Open, with a broken promise of an SLA policy. */
      overdue: z.number().int(),
      channels: z.number().int(),
    }),
    current: figures,
    previous: figures,
    /** Failed messages of the period by error code of the provider, most frequent first. */
    failures: z.array(z.object({ code: z.string(), count: z.number().int() })),
  }),
})

/** What is counted at each point of the charts. */
export const seriesKinds = ['in', 'out', 'failed', 'created', 'resolved'] as const
export type SeriesKind = (typeof seriesKinds)[number]

const count = z.number().int()
const point = z.object({
  /** Day, e.g. `2026-11-21`, or hour of the company's clock, e.g. `2026-11-21T14:00`. */
  at: z.string(),
  in: count,
  out: count,
  failed: count,
  created: count,
  resolved: count,
  /** Median seconds until the first response, of responses in the period; null if there were none. */
  firstResponse: z.number().nullable(),
})

export const getDashboardSeries = endpoint({
  method: 'GET',
  path: '/api/v1/dashboard/series',
  can: 'company.view',
  summary: 'Messages and conversations of the period and of the one before, by day, or by hour when it is one day',
  query: period,
  response: z.object({
    timezone: z.string(),
    unit: z.enum(['hour', 'day']),
    points: z.array(point),
    previous: z.array(point),
  }),
})

export const getDashboardHeat = endpoint({
  method: 'GET',
  path: '/api/v1/dashboard/heat',
  can: 'company.view',
  summary: 'Messages that customers sent, by weekday and hour of the company clock; empty hours are left out',
  query: period,
  response: z.object({
    timezone: z.string(),
    cells: z.array(
      z.object({
        /** 0 is Sunday. */
        weekday: z.number().int().min(0).max(6),
        hour: z.number().int().min(0).max(23),
        count,
      }),
    ),
  }),
})

export const getDashboardSpend = endpoint({
  method: 'GET',
  path: '/api/v1/dashboard/spend',
  can: 'company.view',
  summary: 'What WhatsApp charges for the messages of the period, by category',
  query: period,
  response: z.object({
    categories: z.array(
      z.object({
        category: z.string(),
        /** Null where no rate card is known for any of them. */
        amount: z.number().nullable(),
        currency: z.string().nullable(),
        messages: count,
        /** How many of them no status has priced yet. */
        estimated: count,
      }),
    ),
    /** The effective date of the rate card. */
    ratesFrom: z.iso.date().nullable(),
  }),
})

const waitingConversation = z.object({
  id: z.uuid(),
  contact: z.string(),
  channel: z.string(),
  /** The last message and its type, as images and voice notes have no text. */
  preview: z.string(),
  type: z.string().nullable(),
  at: z.iso.datetime(),
})

export const getDashboardAttention = endpoint({
  method: 'GET',
  path: '/api/v1/dashboard/attention',
  can: 'conversations.view',
  summary: 'Conversations that need the person: unseen mentions, promises about to break, customers waiting longest',
  response: z.object({
    mentions: z.array(waitingConversation),
    slaSoon: z.array(waitingConversation),
    waiting: z.array(waitingConversation),
  }),
})

/** The contacts counted by a figure that has no list of its own. */
export const dashboardPeopleKinds = ['newContacts', 'optOuts', 'ratings'] as const

export const listDashboardPeople = endpoint({
  method: 'GET',
  path: '/api/v1/dashboard/people',
  can: 'company.view',
  summary: 'Who the new contacts, opt-outs or ratings of the period are, newest first',
  query: period.safeExtend({ ...pageQuery.shape, kind: z.enum(dashboardPeopleKinds) }),
  response: pageOf(
    z.object({
      id: z.uuid(),
      contact: z.string(),
      at: z.iso.datetime(),
      /** A conversation with the contact that the reader may see. */
      conversationId: z.uuid().nullable(),
      score: count.nullable(),
      comment: z.string().nullable(),
    }),
  ),
})

export const getDashboardHealth = endpoint({
  method: 'GET',
  path: '/api/v1/dashboard/health',
  can: 'channels.view',
  summary: 'State of each connected number, and templates that Meta rejected, paused or disabled',
  response: z.object({
    channels: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        phone: z.string(),
        status: z.enum(channelStatuses),
        quality: z.string().nullable(),
        paused: z.boolean(),
      }),
    ),
    templates: z.array(z.object({ id: z.uuid(), name: z.string(), language: z.string(), status: z.string() })),
  }),
})

const companyTrouble = z.object({ id: z.uuid(), name: z.string(), status: z.string(), channels: count, failed: count })

export const getSupportDashboard = endpoint({
  method: 'GET',
  path: '/api/v1/dashboard/support',
  can: 'support.view',
  summary: 'Companies that may need help: suspended or unpaid, with numbers in trouble, or with failed messages today',
  response: z.object({ companies: z.array(companyTrouble) }),
})

export const getPlatformDashboard = endpoint({
  method: 'GET',
  path: '/api/v1/dashboard/platform',
  can: 'admin.platform',
  summary: 'How the platform runs: companies, messages, webhooks, jobs and notifications',
  /** The start of the reader's day; defaults to 24 hours ago. */
  query: z.object({ since: z.iso.datetime().optional() }),
  response: z.object({
    companies: count,
    /** With a message in the last 24 hours. */
    activeCompanies: count,
    /** Received and sent since midnight UTC. */
    messagesToday: count,
    failingChannels: count,
    waitingWebhooks: count,
    /** When the webhook that has waited longest came; null when none waits. */
    oldestWebhookAt: z.iso.datetime().nullable(),
    failedWebhooks: count,
    queuedJobs: count,
    /** Jobs that gave up, as long as they are kept. */
    deadJobs: count,
    /** Notification runs since `since` with a failed step. */
    notificationFailures: count,
  }),
})

/** Steps in the order in which a new team takes them; each is read from real data. */
export const checklistSteps = [
  'create_company',
  'connect_number',
  'receive_message',
  'send_message',
  'invite_team',
] as const

export const getChecklist = endpoint({
  method: 'GET',
  path: '/api/v1/dashboard/checklist',
  can: 'dashboard.view',
  summary: 'What is still missing before the team can work',
  response: z.object({
    steps: z.array(z.object({ id: z.enum(checklistSteps), done: z.boolean() })),
    done: z.boolean(),
  }),
})

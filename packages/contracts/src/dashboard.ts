import { z } from 'zod'
import { endpoint } from './endpoint.ts'

/** How many days back, today included, in the company's time zone. */
const period = z.object({
  days: z.coerce.number().int().min(1).max(400).default(7),
})

const figures = z.object({
  resolved: z.number().int(),
  firstResponseMedianSeconds: z.number().nullable(),
  resolutionMedianSeconds: z.number().nullable(),
  /** Average score of customers, 1 to 5; null when nobody answered. */
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

export const getDashboardSeries = endpoint({
  method: 'GET',
  path: '/api/v1/dashboard/series',
  can: 'company.view',
  summary:
    'Messages in, out and failed per day of the period, in the company time zone; days without any are there too',
  query: period,
  response: z.object({
    timezone: z.string(),
    points: z.array(
      z.object({
        day: z.iso.date(),
        in: z.number().int(),
        out: z.number().int(),
        failed: z.number().int(),
      }),
    ),
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

import { prepareProductNotifications } from '#server/modules/product-notifications/index.ts'
import { platformCredentials } from '#server/notifications/index.ts'
import { buildOwnApp, type TestApp } from './app.ts'
import { hearEvents } from './events.ts'

export type Notice = {
  _id: string
  content: string
  templateIdentifier: string
  transactionId: string
  cta: { data: { url: string } }
  payload: { company?: { id: string; name: string }; important?: boolean }
}
type Job = { type: string; status: string; executionDetails: { detail: string; status: string }[] }

/** What the product told people in this application: it is prepared to tell, and everything due is done before a look. */
export const openInboxes = async ({ app, deps }: Pick<TestApp, 'app' | 'deps'>) => {
  await prepareProductNotifications(deps)
  const { apiKey, environment } = await platformCredentials(deps)
  const headers = { authorization: `ApiKey ${apiKey}` }
  /** Does everything that is due of events and notifications. */
  const drain = async () => {
    await hearEvents(deps)
    await deps.notifications.drain(deps)
  }
  const get = async (url: string) => {
    await drain()
    const answer = await app.inject({ method: 'GET', url: `/v1${url}`, headers })
    if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.body}`)
    return answer.json()
  }
  return {
    environment,
    headers,
    drain,
    /** After people or companies were put into the tables by hand. */
    refresh: () => prepareProductNotifications(deps),
    get,
    /** Newest first; nothing for someone who was never told anything. */
    inboxOf: async (userId: string): Promise<Notice[]> => {
      await drain()
      const known = await deps.database.pool.query(
        'select 1 from notification_subscribers where environment_id = $1 and subscriber_id = $2',
        [environment.id, userId],
      )
      if (known.rows.length === 0) return []
      return (await get(`/subscribers/${userId}/notifications/feed?limit=100`)).data
    },
    /** The jobs of all runs of a workflow for a person, newest run first. */
    jobsOf: async (userId: string, workflow: string): Promise<Job[]> => {
      const { data } = await get(`/notifications?subscriberIds=${userId}&limit=50`)
      return data.flatMap((run: { template: { triggers: { identifier: string }[] }; jobs: Job[] }) =>
        run.template.triggers[0]?.identifier === workflow ? run.jobs : [],
      )
    },
  }
}

export const openProductWorld = async (overrides: Record<string, string> = {}) => {
  const test = await buildOwnApp(overrides)
  return { ...test, ...(await openInboxes(test)) }
}
export type ProductWorld = Awaited<ReturnType<typeof openProductWorld>>

import { it } from 'vitest'
import { changeEvents, jobDefinitions, listExports, schedules } from '../../registry.ts'
import { compareWith } from './recorded-calls.ts'
import { openWireApp } from './wire-app.ts'

/** What is mounted whatever has been built: files of the web app and of the inbox have routes too, once they exist. */
const isOurs = (route: string) => /^\w+ \/(api|docs|files|healthz|metrics|readyz|v1|webhooks)\b/.test(route)

it('every route that was recorded is there, and no other', async () => {
  const wire = await openWireApp()
  try {
    await wire.app.ready()
    compareWith('routes', wire.routes.filter(isOurs).toSorted())
  } finally {
    await wire.close()
  }
})

it('jobs, schedules, files of lists and change events have the names that were recorded', () => {
  compareWith('names', {
    jobs: jobDefinitions.map(({ name, queue }) => `${name} (${queue})`).toSorted(),
    schedules: schedules
      .map(({ name, cron, timezone, job }) => `${name}: ${cron} ${timezone ?? 'UTC'}, ${job.name}`)
      .toSorted(),
    listExports: listExports.map(({ job }) => job.name).toSorted(),
    changeEvents: changeEvents.toSorted(),
  })
})

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export const registry = new Registry()
collectDefaultMetrics({ register: registry })

const registers = [registry]
export const httpSeconds = new Histogram({
  name: 'recado_http_request_seconds',
  help: 'Time to answer, by route and status class',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers,
})
export const webhookEventsReceived = new Counter({
  name: 'recado_webhook_events_received_total',
  help: 'Signed webhook bodies stored',
  registers,
})
export const webhookOldestSeconds = new Gauge({
  name: 'recado_webhook_oldest_unprocessed_seconds',
  help: 'Age of the oldest stored webhook body that is not processed',
  registers,
})
export const messagesReceived = new Counter({
  name: 'recado_messages_received_total',
  help: 'Inbound messages that became rows',
  registers,
})
export const sendsFinished = new Counter({
  name: 'recado_sends_finished_total',
  help: 'Outbound sends by outcome',
  labelNames: ['outcome'],
  registers,
})
export const socketConnections = new Gauge({
  name: 'recado_socket_connections',
  help: 'Open sockets of this process',
  registers,
})
export const widgetConnections = new Gauge({
  name: 'recado_widget_connections',
  help: 'Open sockets of notification widgets in this process',
  registers,
})
export const widgetUsage = new Counter({
  name: 'recado_widget_usage_total',
  help: 'What people did in notification widgets, as those tell it',
  labelNames: ['name'],
  registers,
})
export const jobsWaiting = new Gauge({
  name: 'recado_jobs_waiting',
  help: 'Jobs that are due',
  labelNames: ['queue'],
  registers,
})

const splitMetrics = (text: string) => text.split(/^(?=# HELP )/m).filter((block) => block.startsWith('# HELP '))
const nameOf = (block: string) => block.slice('# HELP '.length).split(' ', 1)[0] ?? ''
const samplesOf = (block: string) => block.split('\n').filter((line) => line !== '' && !line.startsWith('#'))

/** One text of those of several processes: each metric once, with the samples of all. */
export const mergeMetrics = (texts: readonly string[]): string => {
  const blocks = Map.groupBy(texts.flatMap(splitMetrics), nameOf)
  return [...blocks.values()]
    .map(([first = '', ...others]) => [first.trimEnd(), ...others.flatMap(samplesOf), ''].join('\n'))
    .join('\n')
}

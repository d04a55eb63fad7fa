import { mkdtemp, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { pino } from 'pino'
import { expect, inject, it } from 'vitest'
import { testConfig } from '#server/test/app.ts'
import { type Supervisor, superviseWorker } from './supervisor.ts'

// The supervisor over worker programs that do one thing each.

const supervise = async (program: string) => {
  const folder = await mkdtemp(join(inject('folder'), 'worker-'))
  const file = join(folder, 'worker.mjs')
  await writeFile(file, program)
  const lines: { msg: string; code: number | null; signal: string | null; againInMs: number }[] = []
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) })
  const supervisor = superviseWorker(log as unknown as FastifyBaseLogger, { FOLDER: folder }, file)
  const working = supervisor.begin({ config: testConfig(), databaseUrl: '', dataDir: folder, alone: true })
  return { supervisor, working, lines }
}

const until = async (supervisor: Supervisor, state: string) => {
  while (supervisor.watch.state() !== state) await sleep(5)
}

const works = `
  process.on('message', ({ kind }) => kind === 'begin' && process.send({ kind: 'working', processId: String(process.pid) }))
  process.on('message', ({ kind }) => kind === 'stop' && process.exit(0))
`

it('says that a worker ends at its start, and starts it again after pauses that grow', async () => {
  const { supervisor, working, lines } = await supervise('process.exit(3)')
  await working
  expect(supervisor.watch.state()).toBe('down')
  while (lines.length < 3) await sleep(5)
  await supervisor.stop()
  expect(lines.slice(0, 3)).toMatchObject(
    [250, 500, 1000].map((againInMs) => ({ msg: 'the worker ended', code: 3, againInMs })),
  )
})

it('has the next worker begin with what it knows of the last, and says that messages may be missing', async () => {
  const { supervisor, working } = await supervise(`
    ${works}
    process.on('message', ({ kind, setup }) => kind === 'begin' && process.send({ kind: 'bus', batch: [setup.predecessor] }))
    process.on('message', ({ kind }) => kind === 'bus' && process.kill(process.pid, 'SIGKILL'))
  `)
  const heard: unknown[] = []
  let gaps = 0
  const driver = await supervisor.bus.driver(
    (batch) => heard.push(...batch),
    () => {
      gaps += 1
    },
  )
  await working
  expect(supervisor.watch.state()).toBe('working')
  while (heard.length < 1) await sleep(5)
  await driver.send([['settings.changed', {}]])
  await until(supervisor, 'down')
  await until(supervisor, 'working')
  while (heard.length < 2) await sleep(5)
  await supervisor.stop()
  expect(heard).toEqual([null, expect.stringMatching(/^\d+$/)])
  expect(gaps).toBe(1)
})

it('ends a worker that is asked to and does, and does not start it again', async () => {
  const { supervisor, working, lines } = await supervise(works)
  await working
  await supervisor.stop()
  expect([supervisor.watch.state(), lines]).toEqual(['down', []])
})

it('adds the metrics of the worker, and does without them when it does not answer', async () => {
  const answers = await supervise(`
    ${works}
    process.on('message', ({ kind, id }) => kind === 'metrics' && process.send({ kind: 'metrics', id, text: 'theirs' }))
  `)
  await answers.working
  expect(await answers.supervisor.watch.metrics()).toBe('theirs')
  await answers.supervisor.stop()
  expect(await answers.supervisor.watch.metrics()).toBe('')
})

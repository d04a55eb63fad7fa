import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { createBaselines } from './baselines.ts'
import { automationsFigure } from './figures/automations.ts'
import { campaigns } from './figures/campaigns.ts'
import { contacts } from './figures/contacts.ts'
import { desk } from './figures/desk.ts'
import { fairness } from './figures/fairness.ts'
import { inbound } from './figures/inbound.ts'
import { inbox } from './figures/inbox.ts'
import { lists } from './figures/lists.ts'
import { notifications } from './figures/notifications.ts'
import { outbound } from './figures/outbound.ts'
import { peopleFigure } from './figures/people.ts'
import { rest } from './figures/rest.ts'
import { sockets } from './figures/sockets.ts'
import { stormFigure } from './figures/storm.ts'
import { web } from './figures/web.ts'
import { webhooksIn } from './figures/webhooks-in.ts'
import { webhooksOut } from './figures/webhooks-out.ts'
import { stopChildren } from './lib/child.ts'
import { type BenchOptions, type Figure, isReached, type Measure } from './lib/figure.ts'
import { printTable } from './lib/print.ts'
import { resultsDir, stopProducts } from './lib/product.ts'

const figures: readonly Figure[] = [
  inbound,
  webhooksIn,
  outbound,
  webhooksOut,
  peopleFigure,
  fairness,
  campaigns,
  automationsFigure,
  notifications,
  lists,
  contacts,
  stormFigure,
  sockets,
  web,
  desk,
  inbox,
  rest,
]

const usage = `npm run bench -- [--only=${figures.map((f) => f.name).join(',')}] [--full|--small] [--seconds=8] [--profile]`

const readArgs = (args: readonly string[]): { chosen: readonly Figure[]; options: BenchOptions } => {
  const value = (name: string) => args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3)
  const known = args.every((arg) => /^--(full|small|profile|only=.+|seconds=\d+)$/.test(arg))
  const names = value('only')?.split(',') ?? figures.map((figure) => figure.name)
  const chosen = figures.filter((figure) => names.includes(figure.name))
  if (!known || chosen.length !== names.length) throw new Error(usage)
  const options = {
    full: args.includes('--full'),
    small: args.includes('--small'),
    profile: args.includes('--profile'),
    seconds: Number(value('seconds') ?? 8),
  }
  return { chosen, options }
}

const save = (measures: readonly (Measure & { figure: string })[], options: BenchOptions) => {
  mkdirSync(resultsDir, { recursive: true })
  const file = join(resultsDir, `${new Date().toISOString().replaceAll(':', '-')}.json`)
  const machine = { processors: cpus().length, model: cpus()[0]?.model, memory: totalmem(), node: process.version }
  const results = measures.map((measure) => ({
    ...measure,
    ...(measure.baseline && { ratio: measure.value / measure.baseline.value }),
    reached: isReached(measure),
  }))
  writeFileSync(file, `${JSON.stringify({ at: new Date().toISOString(), machine, options, results }, null, 2)}\n`)
  return file
}

const run = async () => {
  const { chosen, options } = readArgs(process.argv.slice(2))
  const baselines = createBaselines()
  const measures: (Measure & { figure: string })[] = []
  const broken: string[] = []
  const [fastify, undici, commit] = [
    await baselines.fastifyPerSecond(),
    await baselines.undiciPerSecond(),
    await baselines.commitMs(),
  ]
  console.log(
    `This machine now: bare Fastify ${Math.round(fastify)} requests/s, bare undici ${Math.round(undici)} calls/s, a commit ${commit.toFixed(1)} ms`,
  )
  for (const figure of chosen) {
    console.log(`\n${figure.title} ...`)
    try {
      const found = await figure.run(options, baselines)
      printTable(found)
      measures.push(...found.map((measure) => ({ figure: figure.name, ...measure })))
    } catch (error) {
      broken.push(figure.name)
      console.error(`${figure.name} could not be measured:`, error)
    }
  }
  console.log('\nAll figures')
  printTable(measures)
  console.log(`\nWritten to ${save(measures, options)}`)
  const missed = measures.filter((measure) => !isReached(measure)).length
  if (missed > 0) console.log(`${missed} of ${measures.length} are not reached.`)
  if (broken.length > 0) process.exitCode = 1
}

const giveUp = () => {
  stopChildren()
  stopProducts()
  process.exit(130)
}
process.on('SIGINT', giveUp)
process.on('SIGTERM', giveUp)

try {
  await run()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  stopChildren()
  stopProducts()
}

import { startHelper } from '../lib/child.ts'
import type { BenchOptions, Figure, Measure } from '../lib/figure.ts'
import { startProduct } from '../lib/product.ts'
import { appSecret, openStage } from '../lib/stage.ts'
import { addCompanies } from '../lib/world.ts'
import type { FanOut } from '../load/socket-load.ts'

const COMPANIES = 5
const EACH = 1000

const measure = async (_options: BenchOptions): Promise<Measure[]> => {
  const stage = await openStage()
  try {
    const companies = await addCompanies(stage.deps, COMPANIES)
    const product = await startProduct(stage)
    const before = await product.memory()
    const helper = await startHelper('socket-load.ts')
    const cookies = companies.map((company) => company.cookie)
    const opened = await helper.call<{ count: number; seconds: number }>('open', {
      port: stage.port,
      cookies,
      perCookie: EACH,
    })
    const [first] = companies
    if (!first) throw new Error('no company')
    const load: FanOut = { port: stage.port, number: first.number, appSecret, sockets: EACH, rounds: 10 }
    const fan = await helper.call<{ whole: number; worst: number; spread: number }>('fanOut', load)
    const { open } = await helper.call<{ open: number }>('stats')
    const perSocket = ((await product.memory()) - before) / opened.count
    await helper.stop()
    await product.stop()
    return [
      {
        name: 'sockets held by one process',
        value: open,
        unit: '',
        target: { at: 'least', value: COMPANIES * EACH },
        note: `${Math.round(opened.count / opened.seconds)} connected a second, ${Math.round(perSocket / 1024)} KB each`,
      },
      {
        name: 'an event to 1,000 of them, webhook to last socket, median',
        value: fan.whole,
        unit: 'ms',
        target: { at: 'most', value: 100 },
        note: `first to last socket ${fan.spread.toFixed(0)} ms, slowest round ${fan.worst.toFixed(0)} ms`,
      },
    ]
  } finally {
    await stage.close()
  }
}

export const sockets: Figure = { name: 'sockets', title: 'Sockets', run: measure }
